import type {
  GrantScope,
  IMetonaProviderAdapter,
  MetonaError,
  MetonaGenerationParams,
  MetonaMemoryItem,
  MetonaMessage,
  MetonaModelRef,
  MetonaStoredMessage,
  MetonaSystemPrompt,
  MetonaTokenUsage,
  MetonaToolCall,
  MetonaToolDef,
  MetonaToolResult,
  PermissionDecision,
  PermissionRequest,
  PermissionStatus,
  RunEvent,
  RunEventDraft,
  RunLimits,
  RunPhase,
  RunStatus,
} from '@/lib/ir';

/** Time, injected. `now` is Unix ms; `sleep` rejects with the signal's reason when it is aborted first. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type IdPrefix = 'run' | 's' | 'msg' | 'tc' | 'pr' | 'pg' | 'at' | 'r' | 'mem' | 'note';

/** Mints ids of 128 random bits, `<prefix>_…`; they name things and guard nothing. */
export type IdFactory = (prefix: IdPrefix) => string;

/** What a log line may say; fields hold ids and codes, never prompts, bodies or secrets. */
export interface Logger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** A run as its row says; times are Unix ms. Usage is the sum over all attempts, failed ones included. */
export interface RunRecord {
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly status: RunStatus;
  readonly phase: RunPhase | null;
  readonly input: string;
  readonly inputMessageId: string;
  readonly tailMessageId: string;
  readonly provider: MetonaModelRef;
  readonly params: MetonaGenerationParams;
  readonly systemPrompt: MetonaSystemPrompt | null;
  readonly allowedTools: readonly string[];
  readonly limits: RunLimits;
  readonly stepsUsed: number;
  readonly toolCallsUsed: number;
  readonly activeMs: number;
  readonly usage: MetonaTokenUsage;
  readonly epoch: number;
  readonly nextSeq: number;
  readonly cancelRequested: boolean;
  readonly createdAt: number;
}

/** Columns of a run that the runtime writes; absent keys stay as they are. */
export interface RunPatch {
  status?: RunStatus;
  phase?: RunPhase | null;
  tailMessageId?: string;
  stepsUsed?: number;
  toolCallsUsed?: number;
  activeMs?: number;
  usage?: MetonaTokenUsage;
  output?: string;
  answeredBy?: MetonaModelRef;
  error?: MetonaError;
  finishReason?: string;
  finishedAt?: number;
  /** `true` gives up the lease, so that any instance may claim the run when it is queued again. */
  releaseLease?: boolean;
}

export const ToolCallStatus = {
  PROPOSED: 'proposed',
  INVALID: 'invalid',
  AWAITING_PERMISSION: 'awaiting_permission',
  READY: 'ready',
  EXECUTING: 'executing',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  TIMED_OUT: 'timed_out',
  CANCELLED: 'cancelled',
  DENIED: 'denied',
  EXPIRED: 'expired',
  OUTCOME_UNKNOWN: 'outcome_unknown',
} as const;
export type ToolCallStatus = (typeof ToolCallStatus)[keyof typeof ToolCallStatus];

/** A call as its row says; `call.args` is what runs (after an edit: the edited arguments). */
export interface ToolCallRecord {
  readonly call: MetonaToolCall;
  readonly step: number;
  readonly position: number;
  readonly status: ToolCallStatus;
  readonly argsHash: string;
}

/** A new question; the store adds `open`, and the expiry the caller computed. */
export interface NewPermissionRequest {
  readonly id: string;
  readonly call: MetonaToolCall;
  readonly argsHash: string;
  readonly tool: MetonaToolDef;
  readonly toolIdentity: string;
  readonly permission: string;
  readonly reason: string | null;
  readonly grantScope: GrantScope | null;
  readonly expiresAt: number;
}

export interface NewMessage extends Omit<MetonaMessage, 'id'> {
  readonly id: string;
  readonly reasoningMs?: number;
}

/** One model attempt as it ends. */
export interface AttemptEnd {
  readonly status: 'done' | 'failed' | 'aborted';
  readonly usage: MetonaTokenUsage | null;
  readonly error: MetonaError | null;
  readonly firstTokenAt: number | null;
  readonly endedAt: number;
  readonly meta: Record<string, unknown>;
}

/**
 * One transaction that holds the lock of the run's row. Everything in it, the events given to `emit` included, is
 * committed together; events get their seq in the order of `emit` and reach watchers after the commit, never before.
 */
export interface RunTransaction {
  readonly run: RunRecord;
  emit(...events: RunEventDraft[]): void;
  update(patch: RunPatch): Promise<void>;
  insertMessage(message: NewMessage, parentId: string): Promise<MetonaStoredMessage>;
  insertToolCall(record: ToolCallRecord): Promise<void>;
  updateToolCall(callId: string, patch: { status: ToolCallStatus; args?: Record<string, unknown>; argsHash?: string }): Promise<void>;
  openToolCalls(): Promise<ToolCallRecord[]>;
  insertToolResult(result: MetonaToolResult): Promise<void>;
  insertPermissionRequest(request: NewPermissionRequest): Promise<PermissionRequest>;
  permissionRequests(): Promise<PermissionRequest[]>;
  closePermissionRequest(id: string, close: ClosePermission): Promise<PermissionRequest>;
  insertGrant(grant: NewGrant): Promise<void>;
  insertAttempt(attempt: { id: string; step: number; attempt: number; provider: MetonaModelRef; startedAt: number }): Promise<void>;
  endAttempt(id: string, end: AttemptEnd): Promise<void>;
}

export interface ClosePermission {
  readonly status: Exclude<PermissionStatus, 'open'>;
  readonly decidedAt: number;
  readonly reason: string | null;
  readonly editedHash: string | null;
}

export interface NewGrant {
  readonly id: string;
  readonly toolName: string;
  readonly toolIdentity: string;
  readonly host: string | null;
  readonly requestId: string;
  readonly expiresAt: number;
}

/** Who may touch the run: the row is taken only when each given condition holds. */
export interface RunGuard {
  readonly userId?: string;
  readonly epoch?: number;
  readonly statuses?: readonly RunStatus[];
}

/** Runs and everything that belongs to one. A method that finds the guard broken answers null and writes nothing. */
export interface RunStore {
  /** Takes the oldest queued run: epoch + 1, lease until `leaseUntil`, status `running`. */
  claimNext(owner: string, leaseUntil: number): Promise<RunRecord | null>;
  /** Prolongs the leases of this owner's runs and tells which of them should stop or are lost. */
  renewLeases(owner: string, runIds: readonly string[], leaseUntil: number): Promise<Map<string, { cancelRequested: boolean }>>;
  transact<T>(runId: string, guard: RunGuard, work: (transaction: RunTransaction) => Promise<T>): Promise<T | null>;
  /** Runs of instances that are gone: their lease has lapsed or nobody holds their owner's lock. */
  findAbandoned(owner: string, now: number): Promise<string[]>;
  /** Ids of runs with a permission request that is past its time. */
  findExpired(now: number): Promise<string[]>;
  /** The assistant's reply path of a run's session, oldest first, ending at `tailMessageId`. */
  loadHistory(userId: string, sessionId: string, tailMessageId: string): Promise<MetonaStoredMessage[]>;
  findLiveGrants(userId: string, sessionId: string, now: number): Promise<Grant[]>;
  toolCallsOfStep(runId: string, step: number): Promise<ToolCallRecord[]>;
  toolResults(runId: string): Promise<MetonaToolResult[]>;
}

export interface Grant {
  readonly id: string;
  readonly toolIdentity: string;
  readonly host: string | null;
}

/** The per-run event log. Appended events are durable before anyone sees them; deltas may be merged. */
export interface RunLog {
  /** Queues events of a run in order; merged and written with the next window. Throws nothing; a lost run shows at `flush`. */
  append(runId: string, sessionId: string, epoch: number, events: readonly RunEventDraft[]): void;
  /** Resolves when everything appended so far is committed; false when this owner has lost the run. */
  flush(runId: string): Promise<boolean>;
}

/** Told after each commit which events a run gained, in order. */
export type EventSink = (runId: string, events: readonly RunEvent[]) => void;

/** Finds the adapter for a provider as this user has configured it; rejects with `MetonaFailure`. */
export interface AdapterSource {
  open(userId: string, provider: MetonaModelRef): Promise<IMetonaProviderAdapter>;
}

/** What a tool knows about the call it serves. The signal ends the call: timeout, cancel or shutdown. */
export interface ToolContext {
  readonly userId: string;
  readonly sessionId: string;
  readonly runId: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly progress: (fraction: number, message?: string) => void;
}

/** `result` is kept for people, `summary` is what the model reads (defaults to the result as JSON). */
export interface ToolOutcome {
  readonly result: unknown;
  readonly summary?: string;
}

export type ArgumentCheck =
  | { readonly ok: true; readonly args: Record<string, unknown> }
  | { readonly ok: false; readonly issues: { path: string; message: string }[] };

/** A tool the runtime can run. `identity` changes when name, schema or origin change; grants are bound to it. */
export interface RunnableTool {
  readonly def: MetonaToolDef;
  readonly identity: string;
  check(args: Record<string, unknown>): ArgumentCheck;
  execute(args: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

/** The tools a user has enabled; names are looked up as own properties only. */
export interface ToolSource {
  list(userId: string): Promise<RunnableTool[]>;
}

export type PolicyRule = 'allow' | 'confirm' | 'deny';

/** The user's settings that steer a run. Keys of `policy` are permission or tool names. */
export interface RunSettings {
  readonly policy: Readonly<Record<string, PolicyRule>>;
  readonly memoryMode: 'off' | 'confirm' | 'automatic';
}

export interface SettingsSource {
  load(userId: string): Promise<RunSettings>;
}

/** Notes as tools need them; every call is confined to the user. `null` means absent. */
export interface NoteStore {
  create(userId: string, note: { title: string; content: string }): Promise<NoteRecord>;
  read(userId: string, noteId: string): Promise<NoteRecord | null>;
  list(userId: string, page: { limit: number; before?: string }): Promise<{ items: NoteSummary[]; nextCursor: string | null }>;
  search(userId: string, query: string, limit: number): Promise<NoteHit[]>;
}

export interface NoteSummary {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
}
export interface NoteRecord extends NoteSummary {
  readonly content: string;
  readonly createdAt: number;
}
export interface NoteHit extends NoteSummary {
  readonly snippet: string;
}

/** Memories as tools need them. */
export interface MemoryStore {
  save(
    userId: string,
    memory: Pick<MetonaMemoryItem, 'type' | 'content' | 'source' | 'importance'> & {
      status: 'active' | 'proposed';
      sessionId?: string;
      sourceMessageId?: string;
      expiresAt?: number;
    },
  ): Promise<MetonaMemoryItem>;
  search(userId: string, query: string, limit: number): Promise<MetonaMemoryItem[]>;
}

/** What a person answers to a permission request. */
export interface PermissionAnswer {
  readonly decision: PermissionDecision;
  readonly reason?: string;
  readonly args?: Record<string, unknown>;
}
