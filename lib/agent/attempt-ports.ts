import type { MetonaError, MetonaModelRef, MetonaTokenUsage } from '@/lib/ir';

/** One model attempt as it begins. */
export interface NewAttempt {
  readonly id: string;
  readonly step: number;
  readonly attempt: number;
  /** What the model was asked for; an answer to the user when absent. */
  readonly purpose?: 'summary';
  readonly provider: MetonaModelRef;
  /** Names the attempt in the log. */
  readonly requestId: string;
  readonly startedAt: number;
  /** What it was built of, for the trace; its size must not depend on the conversation. */
  readonly sent: Record<string, unknown>;
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

/** An attempt whose process died before it ended; `usage` when the log had told it by then. */
export interface CutAttempt {
  readonly requestId: string;
  readonly step: number;
  readonly usage: MetonaTokenUsage | null;
}

/** An attempt that was begun earlier, perhaps by another process. */
export interface PastAttempt {
  readonly number: number;
  readonly provider: MetonaModelRef;
  readonly status: AttemptEnd['status'] | 'open' | 'abandoned';
  readonly error: MetonaError | null;
  /** Why this model was asked instead of the chosen one. */
  readonly because: string | null;
  /** The model that was to take over after it. */
  readonly switchedTo: MetonaModelRef | null;
}
