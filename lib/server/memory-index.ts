import 'server-only';
import type { Embedder } from '@/lib/adapters';
import type { Logger } from '@/lib/agent/ports';
import type { MemoryVectors, NearMemory, Unindexed } from '@/lib/db/memory-vectors';
import type { MetonaError, MetonaModelRef } from '@/lib/ir';
import { isFailure } from './http/problem';

/** A text says what it is about long before this; most models take no more. */
const embeddedChars = 3_000;
const batchSize = 16;
/** What a run waits for at most before it looks for words only. */
const queryLimitMs = 1_000;
/** How long a model that did not answer is left alone. */
const coolDownMs = 60_000;
const leastSimilarity = 0.25;
/** With few memories nothing can be said about what is usual, so more is asked for. */
const leastSimilarityOfFew = 0.4;
const few = 8;

export interface MemoryIndexDependencies {
  readonly vectors: MemoryVectors;
  readonly openEmbedder: (userId: string, providerId: string) => Promise<Embedder>;
  /** The embedding model the user chose, null without one. */
  readonly chosenModel: (userId: string) => Promise<MetonaModelRef | null>;
  readonly now: () => number;
  readonly log: Logger;
}

export interface MemoryIndexStatus {
  readonly provider: string | null;
  readonly model: string | null;
  readonly total: number;
  readonly indexed: number;
  readonly error: MetonaError | null;
}

const nameOf = ({ provider, model }: MetonaModelRef) => `${provider}/${model}`;

const errorOf = (thrown: unknown): MetonaError =>
  isFailure(thrown)
    ? thrown.error
    : { code: 'unknown', message: thrown instanceof Error ? thrown.message : 'unknown', retryable: true };

/** Those that stand out: every model has its own idea of how near unrelated texts are. */
export function standOut(found: readonly NearMemory[]): NearMemory[] {
  const values = found.map(({ similarity }) => similarity);
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1));
  const least = values.length < few ? leastSimilarityOfFew : Math.max(leastSimilarity, mean + spread);
  return found.filter(({ similarity }) => similarity >= least);
}

/** Settles with the signal, even when what is waited for does not look at it. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/** What memories mean, as the embedding model of a user's choice sees it. */
export function createMemoryIndex({ vectors, openEmbedder, chosenModel, now, log }: MemoryIndexDependencies) {
  const failures = new Map<string, { error: MetonaError; at: number }>();
  const keyOf = (userId: string, model: MetonaModelRef) => `${userId} ${nameOf(model)}`;

  const fail = (userId: string, model: MetonaModelRef, thrown: unknown) => {
    const error = errorOf(thrown);
    failures.set(keyOf(userId, model), { error, at: now() });
    log.warn({ userId, provider: model.provider, code: error.code }, 'an embedding model did not answer');
  };

  const ask = async (userId: string, model: MetonaModelRef, of: { texts: string[]; signal: AbortSignal }) => {
    const embed = await openEmbedder(userId, model.provider);
    const found = await embed({ model: model.model, ...of });
    failures.delete(keyOf(userId, model));
    return found;
  };

  const indexBatch = async (userId: string, model: MetonaModelRef, of: { rows: Unindexed[]; signal: AbortSignal }) => {
    const texts = of.rows.map(({ content }) => content.slice(0, embeddedChars).toWellFormed());
    const found = await ask(userId, model, { texts, signal: of.signal });
    const indexed = of.rows.flatMap((row, at) => {
      const vector = found[at];
      return vector === undefined ? [] : [{ ...row, vector }];
    });
    await vectors.save(userId, nameOf(model), indexed);
  };

  /** Makes the vectors that are missing; what the model refuses is noted, not thrown. */
  const update = async (userId: string, signal: AbortSignal): Promise<void> => {
    const model = await chosenModel(userId);
    if (model === null) return;
    const seen = new Set<string>();
    while (!signal.aborted) {
      const rows = await vectors.unindexed(userId, nameOf(model), batchSize);
      // What is still missing after it was made has been changed meanwhile: the next time is soon enough.
      if (rows.length === 0 || rows.some(({ id }) => seen.has(id))) return;
      for (const { id } of rows) seen.add(id);
      try {
        await indexBatch(userId, model, { rows, signal });
      } catch (thrown) {
        if (!isFailure(thrown)) throw thrown;
        return fail(userId, model, thrown);
      }
    }
  };

  return {
    update,
    isChosen: async (userId: string) => (await chosenModel(userId)) !== null,

    /** Nearest first; nothing when no model is chosen, or when it does not answer in time. */
    async nearest(userId: string, text: string): Promise<NearMemory[]> {
      const model = await chosenModel(userId);
      if (model === null) return [];
      const failed = failures.get(keyOf(userId, model));
      if (failed !== undefined && now() - failed.at < coolDownMs) return [];
      const signal = AbortSignal.timeout(queryLimitMs);
      try {
        const [vector] = await within(ask(userId, model, { texts: [text], signal }), signal);
        return vector === undefined ? [] : standOut(await vectors.nearest(userId, nameOf(model), vector));
      } catch (thrown) {
        fail(userId, model, thrown);
        return [];
      }
    },

    async status(userId: string): Promise<MemoryIndexStatus> {
      const model = await chosenModel(userId);
      if (model === null) return { provider: null, model: null, total: 0, indexed: 0, error: null };
      const counted = await vectors.count(userId, nameOf(model));
      return { ...model, ...counted, error: failures.get(keyOf(userId, model))?.error ?? null };
    },
  };
}
export type MemoryIndex = ReturnType<typeof createMemoryIndex>;
