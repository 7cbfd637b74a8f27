import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { AdapterTimeouts } from '../ports';

const afterFinishMs = 10_000;
const afterEndMs = 200;

/** The clock of one attempt. Its signal goes to the HTTP port; it fires for the caller's abort and for every limit. */
export interface AttemptTimers {
  readonly signal: AbortSignal;
  /** A read is pending: only now may silence count. */
  waiting(): void;
  /** Bytes arrived. */
  received(): void;
  /** The model said something. */
  content(isThinking: boolean): void;
  /** The model has finished; what may follow (usage, the end marker) is not worth a long wait. */
  finished(): void;
  /** The end marker was read; only the end of the connection is awaited. */
  ended(): void;
  stop(): void;
}

export interface AttemptLimits {
  readonly timeouts: AdapterTimeouts;
  readonly isStreaming: boolean;
  readonly totalMs?: number;
  readonly signal?: AbortSignal;
}

function failure(code: MetonaErrorCode, message: string): MetonaFailure {
  return new MetonaFailure({ code, message, retryable: code !== MetonaErrorCode.USER_ABORTED });
}

const abortedByCaller = () => failure(MetonaErrorCode.USER_ABORTED, 'the call was cancelled');

/**
 * Silence is measured against two deadlines: any byte moves the transport's, only content moves the semantic one. Both
 * stand still while nobody is reading, so a slow consumer never looks like a silent provider.
 */
export function startAttemptTimers(limits: AttemptLimits): AttemptTimers {
  const { timeouts, isStreaming } = limits;
  const controller = new AbortController();
  const started = performance.now();
  let semantic = started + (isStreaming ? timeouts.firstEventMs : timeouts.thinkingIdleMs);
  let transport = Number.POSITIVE_INFINITY;
  let pausedAt: number | undefined = started;
  let timer: NodeJS.Timeout | undefined;

  const abort = (reason: MetonaFailure) => {
    stop();
    controller.abort(reason);
  };
  const onCallerAbort = () => abort(abortedByCaller());
  const total =
    limits.totalMs === undefined
      ? undefined
      : setTimeout(
          () => abort(failure(MetonaErrorCode.TIMEOUT, 'the call took longer than it was allowed to')),
          limits.totalMs,
        );
  const arm = () => {
    timer = setTimeout(check, Math.max(1, Math.min(semantic, transport) - performance.now()));
  };
  function check() {
    timer = undefined;
    if (pausedAt !== undefined) return;
    if (performance.now() < Math.min(semantic, transport) - 1) return arm();
    abort(failure(MetonaErrorCode.NETWORK_TIMEOUT, 'the provider stopped answering'));
  }
  function stop() {
    clearTimeout(timer);
    clearTimeout(total);
    limits.signal?.removeEventListener('abort', onCallerAbort);
  }
  const hasten = (withinMs: number) => {
    semantic = performance.now() + withinMs;
    transport = Number.POSITIVE_INFINITY;
    clearTimeout(timer);
    timer = undefined;
  };

  if (limits.signal?.aborted) controller.abort(abortedByCaller());
  else limits.signal?.addEventListener('abort', onCallerAbort, { once: true });

  return {
    signal: controller.signal,
    waiting() {
      if (pausedAt !== undefined) {
        const pause = performance.now() - pausedAt;
        semantic += pause;
        transport += pause;
        pausedAt = undefined;
      }
      if (timer === undefined && !controller.signal.aborted) arm();
    },
    received() {
      pausedAt = performance.now();
      if (isStreaming) transport = pausedAt + timeouts.transportIdleMs;
    },
    content(isThinking) {
      semantic = (pausedAt ?? performance.now()) + (isThinking ? timeouts.thinkingIdleMs : timeouts.semanticIdleMs);
    },
    finished: () => hasten(Math.min(afterFinishMs, timeouts.transportIdleMs)),
    ended: () => hasten(afterEndMs),
    stop,
  };
}
