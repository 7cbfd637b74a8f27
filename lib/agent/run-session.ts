import type { MetonaMemoryItem, MetonaModelRef, RunLimits } from '@/lib/ir';
import type { Freshness, RunnableTool, RunRecord, RunTransaction } from './ports';
import { LostRun, RunWriter } from './run-writer';
import type { Runtime } from './runtime';

export type StopReason = 'cancelled' | 'timeout' | 'shutdown';

/** Thrown, and carried by the run's signal, when a run must stop before its own end. */
export class RunStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`the run was stopped: ${reason}`);
    this.name = 'RunStopped';
    this.reason = reason;
  }
}

/** What stops the model call and begins no further tool; a tool that runs is given time when the process shuts down. */
function stopOfTools(signal: AbortSignal, drainMs: number): { signal: AbortSignal; dispose: () => void } {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    const isDrain = signal.reason instanceof RunStopped && signal.reason.reason === 'shutdown';
    if (isDrain) timer = setTimeout(() => stop.abort(signal.reason), drainMs);
    else stop.abort(signal.reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const dispose = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  return { signal: stop.signal, dispose };
}

const RETRY_MS = 300;
const GIVE_UP_MS = 60_000;

/** One claimed run while this process works on it. */
export class RunSession {
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
  /** Stops the tools that run; on a shutdown later than `signal`. */
  readonly toolSignal: AbortSignal;
  readonly writer: RunWriter;
  /** Another claim may have begun the step that comes first. */
  mayHavePast: boolean;
  /** How often folding older turns made nothing shorter. */
  idleFolds = 0;
  readonly #claimedAt: number;
  /** Active milliseconds before this claim. */
  readonly #activeBefore: number;
  readonly #dispose: () => void;
  #memories: readonly MetonaMemoryItem[] | null = null;
  #standIn: { model: MetonaModelRef; because: string } | null = null;

  constructor(runtime: Runtime, run: RunRecord, signal: AbortSignal) {
    this.runtime = runtime;
    this.#activeBefore = run.activeMs;
    this.mayHavePast = run.epoch > 1;
    this.#claimedAt = runtime.clock.now();
    const lost = new AbortController();
    this.signal = AbortSignal.any([signal, lost.signal]);
    const tools = stopOfTools(this.signal, runtime.grace.onDrain);
    this.toolSignal = tools.signal;
    this.#dispose = tools.dispose;
    const { store, log, clock, isTransient } = runtime;
    const { id: runId, sessionId, epoch, nextSeq } = run;
    const onLost = () => lost.abort(new LostRun(runId));
    const onRefused = (refusal: Error) => lost.abort(refusal);
    const queue = log.open({ runId, sessionId, epoch, nextSeq, onLost, onRefused });
    this.writer = new RunWriter({ run, queue, store, log, clock, isTransient });
  }

  /** The run as it was claimed, or as the last transaction left it. */
  get run(): RunRecord {
    return this.writer.run;
  }

  get limits(): RunLimits {
    return this.run.limits;
  }

  /** Who answers right now: the chosen model, or the fallback that took over and why it did. */
  get provider(): MetonaModelRef {
    return this.#standIn?.model ?? this.run.provider;
  }

  get because(): string | null {
    return this.#standIn?.because ?? null;
  }

  answerWith(model: MetonaModelRef, because: string): void {
    this.#standIn = { model, because };
  }

  /** Active milliseconds of the run so far; waiting for a person never counts. */
  activeMs(): number {
    return this.#activeBefore + this.runtime.clock.now() - this.#claimedAt;
  }

  /** Why the run was stopped; null when nobody stopped it. */
  get stopReason(): StopReason | null {
    const { aborted, reason } = this.signal;
    return aborted && reason instanceof RunStopped ? reason.reason : null;
  }

  close(): void {
    this.#dispose();
    this.writer.close();
  }

  throwIfStopped(): void {
    if (this.signal.aborted) throw this.signal.reason;
  }

  /** Asks for something the run needs, again while the database is away; a stop ends the waiting. */
  async read<T>(ask: () => Promise<T>): Promise<T> {
    const { clock, isTransient } = this.runtime;
    const deadline = clock.now() + GIVE_UP_MS;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!isTransient(error) || this.signal.aborted || clock.now() > deadline) throw error;
        await clock.sleep(RETRY_MS);
      }
    }
  }

  /** A transaction of the owner; what it changed on the run row is taken over once it is committed. */
  transact<T>(work: (transaction: RunTransaction) => Promise<T>): Promise<T> {
    return this.writer.transact(work);
  }

  /** What is remembered about the question, looked for once. */
  async memories(find: () => Promise<readonly MetonaMemoryItem[]>): Promise<readonly MetonaMemoryItem[]> {
    this.#memories ??= await find();
    return this.#memories;
  }

  /** The tools this run may use, by name; by default as they are now. */
  async allowedTools(of?: Freshness): Promise<Map<string, RunnableTool>> {
    const all = await this.read(() => this.runtime.tools.list(this.run.userId, of));
    const everything = this.run.allowedTools.includes('*');
    const named = new Set(this.run.allowedTools);
    return new Map(all.filter((tool) => everything || named.has(tool.def.name)).map((tool) => [tool.def.name, tool]));
  }
}
