import 'server-only';
import type { KnowledgeVectors, NearPassage, Unseen } from '@/lib/db/knowledge-vectors';
import type { MetonaModelRef } from '@/lib/ir';
import { type EmbeddingModel, nameOf, type QueryVector } from './embedding-model';
import { isFailure } from './http/problem';
import type { Pace } from './knowledge-pace';

/** Asked for at once; sent to the model in smaller batches. */
const pageSize = 256;
const batchSize = 16;
/** What is less like the query than this, or than half of what is most like it, says nothing. */
const leastSimilarity = 0.15;

export interface KnowledgeMeaningDependencies {
  readonly vectors: KnowledgeVectors;
  readonly embedding: EmbeddingModel;
  readonly pace: Pace;
}

type Of = { readonly model: MetonaModelRef; readonly rows: readonly Unseen[]; readonly signal: AbortSignal };

const textOf = ({ title, heading, text }: Unseen) =>
  [title, heading, text]
    .filter((part) => part !== '')
    .join('\n')
    .toWellFormed();

const contentCodes: ReadonlySet<string> = new Set(['invalid_request', 'context_length_exceeded', 'content_filtered']);

/** The model understands the request and refuses what is in it; another passage may well pass. */
const isAboutContent = (error: unknown) => isFailure(error) && contentCodes.has(error.error.code);

/** What passages mean, as the embedding model of a user's choice sees it. */
export function createKnowledgeMeaning({ vectors, embedding, pace }: KnowledgeMeaningDependencies) {
  const embedRows = async (userId: string, { model, rows, signal }: Of) => {
    const found = await embedding.embed(userId, model, { texts: rows.map(textOf), signal });
    return rows.flatMap(({ id }, at) => {
      const vector = found[at];
      return vector === undefined ? [] : [{ id, vector }];
    });
  };

  /** One by one, so that a passage the model refuses does not keep the others out; a model that takes none has failed. */
  const embedSingly = async (userId: string, of: Of, failure: unknown) => {
    const found: { id: string; vector: readonly number[] | null }[] = [];
    for (const row of of.rows) {
      try {
        found.push(...(await embedRows(userId, { ...of, rows: [row] })));
      } catch (error) {
        if (!isAboutContent(error)) throw error;
        found.push({ id: row.id, vector: null });
      }
    }
    if (found.every(({ vector }) => vector === null)) throw failure;
    return found;
  };

  const indexBatch = async (userId: string, of: Of): Promise<void> => {
    const found = await embedRows(userId, of).catch((error: unknown) => {
      if (!isAboutContent(error)) throw error;
      return embedSingly(userId, of, error);
    });
    await vectors.save(userId, nameOf(of.model), found);
  };

  return {
    /** Makes the vectors that are missing; what the model answers with an error is noted, not thrown. */
    async update(userId: string, signal: AbortSignal): Promise<void> {
      const model = await embedding.chosen(userId);
      if (model === null) return;
      const seen = new Set<string>();
      while (!signal.aborted) {
        const page = await vectors.unseen(userId, nameOf(model), pageSize);
        const rows = page.filter(({ id }) => !seen.has(id));
        if (rows.length === 0) return;
        for (const { id } of rows) seen.add(id);
        while (rows.length > 0 && !signal.aborted) {
          const began = performance.now();
          try {
            await indexBatch(userId, { model, rows: rows.splice(0, batchSize), signal });
          } catch (thrown) {
            if (signal.aborted) return;
            if (!isFailure(thrown)) throw thrown;
            return embedding.noteFailure(userId, model, thrown);
          }
          await pace.rest(began, signal);
        }
      }
    },

    /** Nearest first, without those that are not near at all. */
    async nearest(
      userId: string,
      asked: QueryVector,
      filter: Parameters<KnowledgeVectors['nearest']>[1]['filter'],
    ): Promise<NearPassage[]> {
      const found = await vectors.nearest(userId, { ...asked, filter });
      const least = Math.max(leastSimilarity, (found[0]?.similarity ?? 0) / 2);
      return found.filter(({ similarity }) => similarity >= least);
    },
  };
}
export type KnowledgeMeaning = ReturnType<typeof createKnowledgeMeaning>;
