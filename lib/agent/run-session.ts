import type { MetonaMemoryItem, MetonaModelRef, RunLimits } from '@/lib/ir';
import type { RunnableTool, RunRecord, RunTransaction } from './ports';
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

const RETRY_MS = 300;
const GIVE_UP_MS = 60_000;

/** One claimed run while this process works on it. `run` follows what was committed. */
export class RunSession {
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
  readonly writer: RunWriter;
  run: RunRecord;
  /** How often folding older turns made nothing shorter. */
  idleFolds = 0;
  readonly #claimedAt: number;
  #memories: readonly MetonaMemoryItem[] | null = null;
  #standIn: { model: MetonaModelRef; because: string } | null = null;

  constructor(runtime: Runtime, run: RunRecord, signal: AbortSignal) {
    this.runtime = runtime;
    this.run = run;
    this.#claimedAt = runtime.clock.now();
    const lost = new AbortController();
    this.signal = AbortSignal.any([signal, lost.signal]);
    const { store, log, clock, isTransient } = runtime;
    const { id: runId, sessionId, epoch, nextSeq } = run;
    const queue = log.open({ runId, sessionId, epoch, nextSeq, onLost: () => lost.abort(new LostRun(runId)) });
    this.writer = new RunWriter({ queue, store, log, clock, isTransient });
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
    return this.run.activeMs + this.runtime.clock.now() - this.#claimedAt;
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

  /** A transaction of the owner; what it changed on the run row is taken over. */
  transact<T>(work: (transaction: RunTransaction) => Promise<T>): Promise<T> {
    return this.writer.transact(async (transaction) => {
      const value = await work(transaction);
      this.run = transaction.run;
      return value;
    });
  }

  /** What is remembered about the question, looked for once. */
  async memories(find: () => Promise<readonly MetonaMemoryItem[]>): Promise<readonly MetonaMemoryItem[]> {
    this.#memories ??= await find();
    return this.#memories;
  }

  /** The tools this run may use, by name. */
  async allowedTools(): Promise<Map<string, RunnableTool>> {
    const all = await this.read(() => this.runtime.tools.list(this.run.userId));
    const everything = this.run.allowedTools.includes('*');
    const named = new Set(this.run.allowedTools);
    return new Map(all.filter((tool) => everything || named.has(tool.def.name)).map((tool) => [tool.def.name, tool]));
  }
}
