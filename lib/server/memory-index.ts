import 'server-only';
import type { MemoryVectors, NearMemory, Unindexed } from '@/lib/db/memory-vectors';
import type { MetonaError, MetonaModelRef } from '@/lib/ir';
import { type EmbeddingModel, nameOf } from './embedding-model';
import { isFailure } from './http/problem';

/** A text says what it is about long before this; most models take no more. */
const embeddedChars = 3_000;
const batchSize = 16;
const leastSimilarity = 0.25;
/** With few memories nothing can be said about what is usual, so more is asked for. */
const leastSimilarityOfFew = 0.4;
const few = 8;

export interface MemoryIndexDependencies {
  readonly vectors: MemoryVectors;
  readonly embedding: EmbeddingModel;
}

export interface MemoryIndexStatus {
  readonly provider: string | null;
  readonly model: string | null;
  readonly total: number;
  readonly indexed: number;
  readonly error: MetonaError | null;
}

/** Those that stand out: every model has its own idea of how near unrelated texts are. */
export function standOut<Near extends { readonly similarity: number }>(found: readonly Near[]): Near[] {
  const values = found.map(({ similarity }) => similarity);
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1));
  const least = values.length < few ? leastSimilarityOfFew : Math.max(leastSimilarity, mean + spread);
  return found.filter(({ similarity }) => similarity >= least);
}

/** What memories mean, as the embedding model of a user's choice sees it. */
export function createMemoryIndex({ vectors, embedding }: MemoryIndexDependencies) {
  const indexBatch = async (userId: string, model: MetonaModelRef, of: { rows: Unindexed[]; signal: AbortSignal }) => {
    const texts = of.rows.map(({ content }) => content.slice(0, embeddedChars).toWellFormed());
    const found = await embedding.embed(userId, model, { texts, signal: of.signal });
    const indexed = of.rows.flatMap((row, at) => {
      const vector = found[at];
      return vector === undefined ? [] : [{ ...row, vector }];
    });
    await vectors.save(userId, nameOf(model), indexed);
  };

  /** Makes the vectors that are missing; what the model refuses is noted, not thrown. */
  const update = async (userId: string, signal: AbortSignal): Promise<void> => {
    const model = await embedding.chosen(userId);
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
        return embedding.noteFailure(userId, model, thrown);
      }
    }
  };

  return {
    update,
    isChosen: async (userId: string) => (await embedding.chosen(userId)) !== null,

    /** Nearest first; nothing when no model is chosen, or when it does not answer in time. */
    async nearest(userId: string, text: string): Promise<NearMemory[]> {
      const asked = await embedding.embedQuery(userId, text);
      return asked === null ? [] : standOut(await vectors.nearest(userId, asked.model, asked.vector));
    },

    async status(userId: string): Promise<MemoryIndexStatus> {
      const model = await embedding.chosen(userId);
      if (model === null) return { provider: null, model: null, total: 0, indexed: 0, error: null };
      const counted = await vectors.count(userId, nameOf(model));
      return { ...model, ...counted, error: embedding.failureOf(userId, model) };
    },
  };
}
export type MemoryIndex = ReturnType<typeof createMemoryIndex>;
