import type {
  IMetonaProviderAdapter,
  MetonaMemoryItem,
  MetonaModelRef,
  MetonaPricing,
  MetonaRender,
  MetonaToolDef,
  PermissionDecision,
  RunEvent,
} from '@/lib/ir';

/** Time, injected. `now` is Unix ms; `sleep` rejects with the signal's reason when it is aborted first. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type IdPrefix = 'run' | 's' | 'msg' | 'tc' | 'pr' | 'pg' | 'at' | 'r' | 'mem' | 'note' | 'nb' | 'st' | 'file';

/** Mints ids of 128 random bits, `<prefix>_…`; they name things and guard nothing. */
export type IdFactory = (prefix: IdPrefix) => string;

/** What a log line may say; fields hold ids and codes, never prompts, bodies or secrets. */
export interface Logger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Told after each commit which events a run gained, in order. */
export type EventSink = (runId: string, events: readonly RunEvent[]) => void;

/** Finds the adapter for a provider as this user has configured it; rejects with `MetonaFailure`. */
export interface AdapterSource {
  open(userId: string, provider: MetonaModelRef): Promise<IMetonaProviderAdapter>;
}

/** What a model can do, as far as that is known without asking its provider. */
export interface ModelAbilities {
  readonly tools: boolean;
  readonly images: boolean;
  readonly pricing?: MetonaPricing;
}

/** Who answers for a user when the chosen model cannot. */
export interface FallbackSource {
  /** In the user's order; the first three count. */
  list(userId: string): Promise<readonly MetonaModelRef[]>;
  /** Null when nothing is known about this model. */
  abilities(userId: string, model: MetonaModelRef): Promise<ModelAbilities | null>;
}

/** What a tool knows about the call it serves. The signal ends the call: timeout, cancel or shutdown. */
export interface ToolContext {
  readonly userId: string;
  readonly sessionId: string;
  readonly runId: string;
  /** What the user said that began the run. */
  readonly messageId: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly progress: (fraction: number, message?: string) => void;
  /** What `basisOf` said when a person was asked about this call; absent when nobody was. */
  readonly basis?: string;
}

/** `result` is kept for people, `summary` is what the model reads (defaults to the result as JSON). */
export interface ToolOutcome {
  readonly result: unknown;
  readonly summary?: string;
  /** Strangers wrote this one, although the tool does not always return what they write. */
  readonly untrusted?: boolean;
  /** How people see this one, where that is not for the tool to say once and for all. */
  readonly render?: MetonaRender;
}

export type ArgumentCheck =
  | { readonly ok: true; readonly args: Record<string, unknown> }
  | { readonly ok: false; readonly issues: { path: string; message: string }[] };

/** What a tool that is not built in belongs to; `name` is what its user calls that. */
export interface ToolOrigin {
  readonly kind: 'mcp' | 'plugin' | 'skill';
  readonly id: string;
  readonly name: string;
}

/**
 * A tool the runtime can run. `identity` changes when name, schema or origin change; grants are bound to it. `hostOf`
 * tells which host a call reaches, for tools with the permission `network.request` whose URL is not the argument `url`.
 * `basisOf` tells what a call rests on at the moment when a person is asked about it, so that `execute` can refuse once
 * that has changed.
 * A tool without `origin` is built in.
 */
export interface RunnableTool {
  readonly def: MetonaToolDef;
  readonly identity: string;
  /** What the prompt says when this tool is offered: the same words for as long as nothing about it changes. */
  readonly briefing?: string;
  readonly origin?: ToolOrigin;
  /** Every call asks once a stranger's text could make the model use it, whatever its permission. */
  readonly asksAfterStrangers?: boolean;
  hostOf?(args: Record<string, unknown>): string | null;
  basisOf?(args: Record<string, unknown>, of: { userId: string; sessionId: string }): Promise<string>;
  check(args: Record<string, unknown>): ArgumentCheck;
  execute(args: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

/** How new what is read must be: what may be done is decided by what holds `now`, the rest may be a second old. */
export interface Freshness {
  readonly as: 'now' | 'lately';
}

/** The tools a user has enabled; names are looked up as own properties only. */
export interface ToolSource {
  list(userId: string, of?: Freshness): Promise<RunnableTool[]>;
}

export type PolicyRule = 'allow' | 'confirm' | 'deny';

/** The user's settings that steer a run. Keys of `policy` are permission or tool names; a denial by either wins. */
export interface RunSettings {
  readonly policy: Readonly<Record<string, PolicyRule>>;
  readonly memoryMode: 'off' | 'confirm' | 'automatic';
}

export interface SettingsSource {
  load(userId: string, of?: Freshness): Promise<RunSettings>;
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
      /** Gives back what says the same already, instead of a second one; rejects what the user has refused before. */
      unlessKnown?: boolean;
    },
  ): Promise<MetonaMemoryItem>;
  /**
   * Best first, each with its `relevanceScore`; only what the user has accepted and what has not expired. With a session,
   * what is kept for the present work of another one is left out.
   */
  search(userId: string, query: string, of: { limit: number; sessionId?: string }): Promise<MetonaMemoryItem[]>;
  /** Remembers that a run was given these: what is used does not fade. */
  noteUse(userId: string, memoryIds: readonly string[]): Promise<void>;
}

/** A file in the workspace of a session. Unix ms. */
export interface WorkspaceFile {
  readonly id: string;
  /** As `normalisePath` spells it. */
  readonly path: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** Of its content, in hexadecimal: two reads that give the same saw the same bytes. */
  readonly sha256: string;
  readonly updatedAt: number;
  /** The message it was sent with. */
  readonly messageId?: string | null;
  /** Who wrote it last. */
  readonly source?: 'upload' | 'tool';
}

export interface WorkspaceWrite {
  readonly path: string;
  /** The whole content; for `append` what comes after it. */
  readonly bytes: Uint8Array;
  /** `create` refuses a path that is taken. */
  readonly mode: 'create' | 'overwrite' | 'append';
  /** Of what the file must hold, null where there must be none; else the write rejects with `conflict`. */
  readonly expectedSha256?: string | null | undefined;
}

/**
 * The files of one session of one user. Paths are normalised here; one that could leave the workspace rejects with
 * `invalid_request`, as does content of a type that may not be stored. `null` means absent.
 */
export interface WorkspaceFiles {
  /** Sorted by path. */
  list(userId: string, sessionId: string): Promise<WorkspaceFile[]>;
  read(userId: string, sessionId: string, path: string): Promise<(WorkspaceFile & { bytes: Uint8Array }) | null>;
  /** Pieces of at most 256 KB; rejects with `conflict` when the file is changed meanwhile. */
  readStream(
    userId: string,
    sessionId: string,
    path: string,
  ): Promise<(WorkspaceFile & { chunks: AsyncIterable<Uint8Array> }) | null>;
  /** Rejects with `conflict` (taken), `payload_too_large` (file or quota) or `not_found` (no such session). */
  write(userId: string, sessionId: string, file: WorkspaceWrite): Promise<WorkspaceFile & { readonly isNew: boolean }>;
}

/** What a person answers to a permission request. */
export interface PermissionAnswer {
  readonly decision: PermissionDecision;
  readonly reason?: string;
  readonly args?: Record<string, unknown>;
}

/** One request to the web. Everything counts from the call to the last byte of the answer. */
export interface WebRequest {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Cap on the answer, on the wire and after decompression. */
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: string;
}

/** An answer whose content has not been read yet: call `read` or `cancel`, once. */
export interface WebAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly read: () => Promise<Uint8Array>;
  readonly cancel: () => void;
}

/**
 * The way to the web for tools: the address is checked when it is dialled, and no redirect is followed, so every hop
 * comes back to its caller. Both promises reject with `MetonaFailure`.
 */
export type WebAccess = (url: string, request: WebRequest) => Promise<WebAnswer>;

export interface WebSearchQuery {
  readonly query: string;
  readonly count: number;
  /** A language tag such as `en` or `zh-CN`. */
  readonly language?: string;
}

/** One find; every text is what strangers wrote, without markup, and `url` an http(s) address. */
export interface WebSearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** When it was published, as the engine says it: a date or an age; empty when it does not. */
  readonly age: string;
}

/** The search engine a user has chosen. `host` is where his words go. */
export interface WebSearchEngine {
  readonly name: 'searxng' | 'brave' | 'tavily';
  readonly host: string;
  /** Rejects with `MetonaFailure`; its code says whether key, limit or connection is the reason. */
  search(query: WebSearchQuery, signal: AbortSignal): Promise<readonly WebSearchHit[]>;
}

/** Null while the user has set up no search engine. */
export type WebSearchSource = (userId: string, of?: Freshness) => Promise<WebSearchEngine | null>;

export * from './knowledge-ports';
export * from './note-ports';
export * from './run-ports';
export * from './task-ports';
