import 'server-only';
import type { KnowledgeQuery, KnowledgeSearch } from '@/lib/agent/ports';
import type { KnowledgeProgressStore, KnowledgeSources } from '@/lib/db/knowledge-sources';
import type { KnowledgeVectors } from '@/lib/db/knowledge-vectors';
import type { MetonaError } from '@/lib/ir';
import { type EmbeddingModel, nameOf } from './embedding-model';
import type { KnowledgeIndex } from './knowledge-index';
import type { KnowledgeMeaning } from './knowledge-meaning';
import { type KnowledgeProgress, toKnowledgeView } from './knowledge-view';

/** Written so lately, the index is being worked on, by whatever instance. */
const workingMs = 5_000;

export interface KnowledgeDependencies {
  readonly search: KnowledgeSearch;
  readonly sources: KnowledgeSources;
  readonly progress: KnowledgeProgressStore;
  readonly vectors: KnowledgeVectors;
  readonly embedding: EmbeddingModel;
  readonly index: KnowledgeIndex;
  readonly meaning: Pick<KnowledgeMeaning, 'update'>;
  /** Has the index of a user brought up to date soon. */
  readonly request: (userId: string) => void;
}

/** The search over notes, files and messages, and the index behind it. */
export function createKnowledge(dependencies: KnowledgeDependencies) {
  const { search, sources, progress, vectors, embedding, index, meaning, request } = dependencies;
  const working = new Map<string, number>();

  const whileWorking = async (userId: string, work: () => Promise<void>): Promise<void> => {
    working.set(userId, (working.get(userId) ?? 0) + 1);
    try {
      await work();
    } finally {
      const left = (working.get(userId) ?? 1) - 1;
      if (left === 0) working.delete(userId);
      else working.set(userId, left);
    }
  };

  const vectorState = async (userId: string) => {
    const model = await embedding.chosen(userId);
    if (model === null) return { seen: null, error: null };
    const seen = { model: nameOf(model), ...(await vectors.count(userId, nameOf(model))) };
    return { seen, error: embedding.failureOf(userId, model) };
  };

  return {
    port: search,
    request,
    search: async (userId: string, query: KnowledgeQuery) => toKnowledgeView(await search.search(userId, query)),

    /** Words first, so that they can be found while a model takes its time. */
    update: (userId: string, signal: AbortSignal): Promise<void> =>
      whileWorking(userId, async () => {
        await index.update(userId, signal);
        await meaning.update(userId, signal);
      }),

    async status(userId: string): Promise<KnowledgeProgress> {
      const [kinds, { seen, error }, last] = await Promise.all([
        progress.kinds(userId),
        vectorState(userId),
        progress.last(userId),
      ]);
      const left = Object.values(kinds).some(({ total, indexed, failed }) => indexed + failed < total);
      const isBehind = left || (seen !== null && error === null && seen.indexed < seen.total);
      const isWorking = working.has(userId) || last.msAgo < workingMs;
      const sourceError: MetonaError | null =
        last.error === null ? null : { code: 'unknown', message: last.error, retryable: false };
      return {
        kinds,
        state: isBehind ? (isWorking ? 'indexing' : 'waiting') : 'idle',
        vectors: seen,
        last_error: error ?? sourceError,
      };
    },

    /** Reads everything again; what is there can be found until then. */
    async rebuild(userId: string): Promise<void> {
      await sources.forgetVersions(userId);
      await vectors.forget(userId);
      request(userId);
    },
  };
}
export type Knowledge = ReturnType<typeof createKnowledge>;
