import type {
  GrantScope,
  MetonaConstraints,
  MetonaError,
  MetonaGenerationParams,
  MetonaMessage,
  MetonaMessageOrigin,
  MetonaModelRef,
  MetonaStoredMessage,
  MetonaSystemPrompt,
  MetonaTokenUsage,
  MetonaToolCall,
  MetonaToolDef,
  MetonaToolResult,
  PermissionReason,
  PermissionRequest,
  PermissionStatus,
  RunEventDraft,
  RunLimits,
  RunPhase,
  RunStatus,
} from '@/lib/ir';
import type { AttemptEnd, CutAttempt, NewAttempt, PastAttempt } from './attempt-ports';

export type * from './attempt-ports';

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
  /** What each model call is held to, beside the limits of the run; null when the run was given none. */
  readonly constraints: MetonaConstraints | null;
  readonly stepsUsed: number;
  readonly toolCallsUsed: number;
  readonly activeMs: number;
  /** How often the run went on after its process had died. */
  readonly recoveries: number;
  /** Messages that wait for the run's next step. */
  readonly pendingSteers: number;
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
  recoveries?: number;
  usage?: MetonaTokenUsage;
  output?: string;
  answeredBy?: MetonaModelRef;
  error?: MetonaError;
  finishReason?: string;
  finishedAt?: number;
  cancelRequestedAt?: number;
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

export interface BatchEntry extends ToolCallRecord {
  readonly result: MetonaToolResult | null;
}

/** A new question; the store adds `open`, and the expiry the caller computed. */
export interface NewPermissionRequest {
  readonly id: string;
  readonly call: MetonaToolCall;
  readonly argsHash: string;
  readonly tool: MetonaToolDef;
  readonly toolIdentity: string;
  readonly permission: string;
  readonly reason: PermissionReason;
  readonly grantScope: GrantScope | null;
  readonly basis: string | null;
  readonly expiresAt: number;
}

export interface NewMessage extends Omit<MetonaMessage, 'id'> {
  readonly id: string;
  readonly reasoningMs?: number;
  readonly origin?: MetonaMessageOrigin;
  /** Rough tokens of the message, kept so that a turn never counts the turns before it. */
  readonly tokenEstimate: number;
}

/**
 * One transaction that holds the lock of the run's row. Everything in it, the events given to `emit` included, is
 * committed together; events get their seq in the order of `emit` and reach watchers after the commit, never before.
 */
export interface RunTransaction {
  readonly run: RunRecord;
  emit(...events: RunEventDraft[]): void;
  /** How many events this transaction has emitted so far. */
  emitted(): number;
  update(patch: RunPatch): Promise<void>;
  insertMessage(message: NewMessage, parentId: string): Promise<MetonaStoredMessage>;
  /** Stores what stands for `coversId` and all before it, beside the tree's own branches; the head stays where it is. */
  insertSummary(message: NewMessage, coversId: string): Promise<MetonaStoredMessage>;
  insertSteer(steer: Steer): Promise<void>;
  /** What waits for the run's next step, oldest first; each is given out once. */
  takeSteers(now: number): Promise<Steer[]>;
  insertToolCall(record: ToolCallRecord): Promise<void>;
  updateToolCall(
    callId: string,
    patch: { status: ToolCallStatus; args?: Record<string, unknown>; argsHash?: string },
  ): Promise<void>;
  /** The calls of the current step in order, each with its result once it has one. */
  batch(): Promise<BatchEntry[]>;
  tailRole(): Promise<MetonaMessage['role']>;
  insertToolResult(result: MetonaToolResult): Promise<void>;
  insertPermissionRequest(request: NewPermissionRequest): Promise<PermissionRequest>;
  permissionRequests(): Promise<PermissionRecord[]>;
  closePermissionRequest(id: string, close: ClosePermission): Promise<PermissionRequest>;
  insertGrant(grant: NewGrant): Promise<void>;
  insertAttempt(attempt: NewAttempt): Promise<void>;
  /** What was noted of the attempt before stays beside `end.meta`. */
  endAttempt(id: string, end: AttemptEnd): Promise<void>;
  /** Notes more about an attempt, ended or not, for the trace. */
  noteAttempt(id: string, more: Record<string, unknown>): Promise<void>;
  /** Marks attempts that never ended, because their process did, as abandoned, and tells which of them watchers saw. */
  abandonOpenAttempts(endedAt: number): Promise<CutAttempt[]>;
  /** How many answers of the current step were cut off by the end of their process. */
  countAbandonedAttempts(): Promise<number>;
}

/** A permission request with what binds it: the tool's identity and the hashes of the arguments. */
export interface PermissionRecord {
  readonly request: PermissionRequest;
  readonly toolIdentity: string;
  readonly argsHash: string;
  readonly editedHash: string | null;
  readonly basis: string | null;
}

export interface ClosePermission {
  readonly status: Exclude<PermissionStatus, 'open'>;
  readonly decidedAt: number;
  /** What the person wrote beside the answer. */
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

/** A message that a person sent to a run that was going on. Unix ms. */
export interface Steer {
  readonly id: string;
  readonly input: string;
  readonly createdAt: number;
}

/** Who may touch the run: the row is taken only when each given condition holds. */
export interface RunGuard {
  readonly userId?: string;
  readonly epoch?: number;
  readonly statuses?: readonly RunStatus[];
  /** Where the log must stand. */
  readonly nextSeq?: number;
}

/** Who takes a run, and until when it is his without being renewed. Unix ms. */
export interface Claim {
  readonly owner: string;
  readonly leaseUntil: number;
}

/** A running run that its owner seems to have left. */
export interface AbandonedRun {
  readonly runId: string;
  readonly epoch: number;
  /** Its lease has run out; otherwise only the owner's lock is free, which a lost connection explains as well. */
  readonly isLapsed: boolean;
}

/** Runs and everything that belongs to one. A method that finds the guard broken answers null and writes nothing. */
export interface RunStore {
  /** Takes the oldest queued run: epoch + 1, lease until `leaseUntil`, status `running`. */
  claimNext(owner: string, leaseUntil: number): Promise<RunRecord | null>;
  /**
   * Prolongs the leases of this owner's runs, given with their active milliseconds, and tells which of them should stop;
   * those that are missing are lost.
   */
  renewLeases(
    owner: string,
    activeMs: ReadonlyMap<string, number>,
    leaseUntil: number,
  ): Promise<Map<string, { cancelRequested: boolean }>>;
  transact<T>(
    runId: string,
    guard: RunGuard,
    work: (transaction: RunTransaction) => Promise<T>,
  ): Promise<{ value: T; nextSeq: number } | null>;
  /**
   * The same for the owner of a run, who knows its row: all writes are one statement, sent when `work` is done. Null, and
   * nothing is written, when the row is not as `run` says, or when `work` has to read.
   */
  transactUnread<T>(
    run: RunRecord,
    work: (transaction: RunTransaction) => Promise<T>,
  ): Promise<{ value: T; nextSeq: number } | null>;
  /** Gives claims back whose answer never came: this owner's runs with exactly this lease that it does not work on. */
  returnClaims(owner: string, leaseUntil: number, workingOn: readonly string[]): Promise<void>;
  /** Running runs whose lease has lapsed, this owner's included, and those of others whose owner's lock is free. */
  findAbandoned(owner: string, now: number): Promise<AbandonedRun[]>;
  /** Ids of runs with a permission request that is past its time. */
  findExpired(now: number): Promise<string[]>;
  /**
   * The reply path of a run's session, oldest first, ending at `tailMessageId`. It begins at the newest summary on it:
   * what that covers is not read. Messages carry their `tokenEstimate`.
   */
  loadHistory(userId: string, sessionId: string, tailMessageId: string): Promise<MetonaStoredMessage[]>;
  findLiveGrants(userId: string, sessionId: string, now: number): Promise<Grant[]>;
  /** The calls of one step in order, with their results. */
  batchOf(runId: string, step: number): Promise<BatchEntry[]>;
  /** The attempts at the answer of one step in order, those of a process that is gone included. */
  attemptsOf(runId: string, step: number): Promise<PastAttempt[]>;
  /** Head of the log as committed; null when the run is gone. Tells whether an uncertain commit took place. */
  nextSeq(runId: string): Promise<number | null>;
}

export interface Grant {
  readonly id: string;
  readonly toolIdentity: string;
  readonly host: string | null;
}

/** One run's part of a write: its events get the seqs from `expectedSeq` on, if owner and head still match. */
export interface WindowPart {
  readonly runId: string;
  readonly sessionId: string;
  readonly epoch: number;
  readonly expectedSeq: number;
  readonly events: readonly RunEventDraft[];
}

/** Writes one window of events for any number of runs in one statement. */
export interface EventWriter {
  /** Resolves with the ids of the runs whose events are now durable; a missing id means its owner has lost it. */
  writeWindow(parts: readonly WindowPart[]): Promise<ReadonlySet<string>>;
  /** Heads of the logs that still run under the given epochs, to settle a write whose answer never came. */
  heads(parts: readonly Pick<WindowPart, 'runId' | 'epoch'>[]): Promise<ReadonlyMap<string, number>>;
}
