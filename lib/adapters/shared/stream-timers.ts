import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { AdapterTimeouts } from '../ports';

const afterFinishMs = 10_000;
const afterEndMs = 200;

export interface AttemptLimits {
  readonly timeouts: AdapterTimeouts;
  readonly isStreaming: boolean;
  readonly totalMs?: number;
  readonly signal?: AbortSignal;
}

function failure(code: MetonaErrorCode, message: string): MetonaFailure {
  return new MetonaFailure({ code, message, retryable: code !== MetonaErrorCode.USER_ABORTED });
}

/**
 * The clock of one attempt. Its signal goes to the HTTP port and fires for the caller's abort and for every limit.
 * Silence is measured against two deadlines: any byte moves the transport's, only content moves the semantic one. Both
 * stand still while nobody is reading, so a slow consumer never looks like a silent provider.
 */
export class AttemptTimers {
  readonly #timeouts: AdapterTimeouts;
  readonly #isStreaming: boolean;
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #total: NodeJS.Timeout | undefined;
  readonly #onCallerAbort = () => this.#abort(MetonaErrorCode.USER_ABORTED, 'the call was cancelled');
  #semantic: number;
  #transport = Number.POSITIVE_INFINITY;
  #pausedAt: number | undefined = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #armedUntil = Number.POSITIVE_INFINITY;

  constructor({ timeouts, isStreaming, totalMs, signal }: AttemptLimits) {
    this.#timeouts = timeouts;
    this.#isStreaming = isStreaming;
    this.#semantic = performance.now() + (isStreaming ? timeouts.firstEventMs : timeouts.thinkingIdleMs);
    this.#callerSignal = signal;
    if (totalMs !== undefined) this.#total = setTimeout(() => this.#expire(), totalMs);
    if (signal?.aborted) this.#onCallerAbort();
    else signal?.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** A read is pending: only now may silence count. */
  waiting(): void {
    if (this.#pausedAt !== undefined) {
      const pause = performance.now() - this.#pausedAt;
      this.#semantic += pause;
      this.#transport += pause;
      this.#pausedAt = undefined;
    }
    // A timer that fires too early looks again; only one that would fire too late is set anew.
    if (this.#timer === undefined || this.#deadline() < this.#armedUntil) this.#arm();
  }

  /** Bytes arrived. */
  received(): void {
    this.#pausedAt = performance.now();
    if (this.#isStreaming) this.#transport = this.#pausedAt + this.#timeouts.transportIdleMs;
  }

  /** The model said something. */
  content(isThinking: boolean): void {
    const idleMs = isThinking ? this.#timeouts.thinkingIdleMs : this.#timeouts.semanticIdleMs;
    this.#semantic = (this.#pausedAt ?? performance.now()) + idleMs;
  }

  /** The model has finished; what may follow (usage, the end marker) is not worth a long wait. */
  finished(): void {
    this.#hasten(Math.min(afterFinishMs, this.#timeouts.transportIdleMs));
  }

  /** The end marker was read; only the end of the connection is awaited. */
  ended(): void {
    this.#hasten(afterEndMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#total);
    this.#callerSignal?.removeEventListener('abort', this.#onCallerAbort);
  }

  #deadline(): number {
    return Math.min(this.#semantic, this.#transport);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.signal.aborted) return;
    this.#armedUntil = this.#deadline();
    this.#timer = setTimeout(() => this.#check(), Math.max(1, this.#deadline() - performance.now()));
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#pausedAt !== undefined) return;
    if (performance.now() < this.#deadline() - 1) return this.#arm();
    this.#abort(MetonaErrorCode.NETWORK_TIMEOUT, 'the provider stopped answering');
  }

  #expire(): void {
    this.#abort(MetonaErrorCode.TIMEOUT, 'the call took longer than it was allowed to');
  }

  #abort(code: MetonaErrorCode, message: string): void {
    this.stop();
    this.#controller.abort(failure(code, message));
  }

  #hasten(withinMs: number): void {
    this.#semantic = performance.now() + withinMs;
    this.#transport = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
