import type {
  MetonaError,
  MetonaModelRef,
  MetonaStoredMessage,
  MetonaTokenUsage,
  MetonaToolCall,
  MetonaToolResult,
  PermissionRequest,
  PermissionStatus,
  RunPhase,
  RunStatus,
} from '@/lib/ir';

/**
 * What a reader sees of a run. The objects are mutable on purpose: a delta touches its part and nothing else, so no work
 * depends on how much was said before. `version` rises with every change of a part, `structureVersion` with every change
 * of the list of parts, `statusVersion` with everything that belongs to the run as a whole.
 */
export interface RunView {
  readonly runId: string;
  sessionId: string;
  lastSeq: number;
  status: RunStatus;
  phase: RunPhase | null;
  /** The wait before the model is asked again; stays until it is. */
  retry: RunRetry | null;
  /** Who is being asked. */
  model: MetonaModelRef | null;
  /** Who was chosen for the run, whoever answers in the end. */
  chosen: MetonaModelRef | null;
  answeredBy: NonNullable<MetonaStoredMessage['answeredBy']> | null;
  parts: RunPart[];
  committed: MetonaStoredMessage[];
  usage: MetonaTokenUsage | null;
  error: MetonaError | null;
  step: number;
  maxSteps: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  structureVersion: number;
  statusVersion: number;
}

/** `attempt` counts how often this model is asked in this step, the coming time included. */
export interface RunRetry {
  readonly attempt: number;
  readonly delayMs: number;
  readonly until: number;
  readonly provider: string;
  readonly error: MetonaError;
}

interface PartBase {
  readonly id: string;
  /** The model attempt that produced it; a reset discards by it. Null for what belongs to the run. */
  readonly attempt: string | null;
  version: number;
}

/** Text that only ever grows: readers keep a cursor into `chunks`. */
export interface GrowingText {
  readonly chunks: string[];
  closed: boolean;
}

export interface TextPart extends PartBase, GrowingText {
  readonly kind: 'text';
}

export interface ThinkingPart extends PartBase, GrowingText {
  readonly kind: 'thinking';
  readonly startedAt: number | null;
  endedAt: number | null;
}

export type ToolState =
  | 'receiving'
  | 'queued'
  | 'awaiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'denied'
  | 'cancelled'
  | 'unknown';

export interface ToolPart extends PartBase {
  readonly kind: 'tool';
  callId: string | null;
  name: string;
  readonly argumentChunks: string[];
  call: MetonaToolCall | null;
  state: ToolState;
  startedAt: number | null;
  progress: { value: number; message: string | null } | null;
  result: MetonaToolResult | null;
}

export interface PermissionPart extends PartBase {
  readonly kind: 'permission';
  request: PermissionRequest;
  status: PermissionStatus;
  decidedBy: string | null;
  decidedAt: number | null;
}

export type RunNotice =
  | {
      readonly type: 'switched';
      readonly from: MetonaModelRef;
      readonly to: MetonaModelRef;
      readonly because: MetonaError['code'];
      readonly at: number;
    }
  | { readonly type: 'compressed'; readonly before: number; readonly after: number; readonly messages: number }
  | { readonly type: 'recalled'; readonly memories: readonly { id: string; content: string }[] }
  /** What the person said while the run was going on. */
  | { readonly type: 'steered'; readonly text: string }
  /** The process that worked on it was gone; another one went on. */
  | { readonly type: 'interrupted' }
  | { readonly type: 'budget'; readonly budget: string; readonly used: number; readonly limit: number };

export interface NoticePart extends PartBase {
  readonly kind: 'notice';
  readonly notice: RunNotice;
}

export type RunPart = TextPart | ThinkingPart | ToolPart | PermissionPart | NoticePart;

export function createRunView(runId: string, sessionId = ''): RunView {
  return {
    runId,
    sessionId,
    lastSeq: -1,
    status: 'queued',
    phase: null,
    retry: null,
    model: null,
    chosen: null,
    answeredBy: null,
    parts: [],
    committed: [],
    usage: null,
    error: null,
    step: 0,
    maxSteps: null,
    startedAt: null,
    finishedAt: null,
    structureVersion: 0,
    statusVersion: 0,
  };
}

const terminal: Record<RunStatus, boolean> = {
  queued: false,
  running: false,
  waiting_permission: false,
  completed: true,
  failed: true,
  cancelled: true,
};

export function hasEnded(status: RunStatus): boolean {
  return terminal[status];
}

export function textOf(part: GrowingText): string {
  return part.chunks.join('');
}

export function touchStatus(view: RunView): void {
  view.statusVersion += 1;
}

export function addPart(view: RunView, part: RunPart): void {
  view.parts.push(part);
  view.structureVersion += 1;
}
