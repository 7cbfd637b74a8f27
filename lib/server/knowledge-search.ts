import 'server-only';
import type {
  KnowledgeAnswer,
  KnowledgeHit,
  KnowledgeMode,
  KnowledgeQuery,
  KnowledgeSearch,
  Logger,
} from '@/lib/agent/ports';
import type { FoundText, KnowledgeText, StoredPassage } from '@/lib/db/knowledge-text';
import { snippetOf } from '@/lib/db/search-text';
import { knowledgeNotes } from '@/lib/ir';
import { hrefOf } from '@/lib/knowledge/retrieval/cite';
import { type Fused, fuseRanks } from '@/lib/knowledge/retrieval/fuse';
import { inOrder } from '@/lib/knowledge/retrieval/rerank';
import { queryTermsOf } from '@/lib/knowledge/retrieval/segment-words';
import type { EmbeddingModel } from './embedding-model';
import type { KnowledgeMeaning } from './knowledge-meaning';
import type { RerankerSource } from './knowledge-reranker';

const maxQueryChars = 2_000;
const usualHits = 10;
const maxHits = 50;
/** Of each list. */
const candidates = 60;
/** Of one source, so that a long one leaves room for others. */
const hitsOfSource = 3;
const rerankedHits = 20;
const snippetRadius = 120;
/** Beside meaning, a passage counts by its words when it has half of what the best one has. */
const leastShare = 0.5;
/** The best passage has so much of the query when words can be trusted as much as meaning. */
const fullCoverage = 0.8;

export interface KnowledgeSearchDependencies {
  readonly text: KnowledgeText;
  readonly meaning: Pick<KnowledgeMeaning, 'nearest'>;
  readonly embedding: Pick<EmbeddingModel, 'chosen' | 'embedQuery'>;
  readonly reranker: RerankerSource;
  readonly log: Logger;
}

interface Lists {
  readonly text: FoundText;
  /** Null when there was no vector to search with. */
  readonly near: readonly string[] | null;
  readonly notes: readonly string[];
}

type Asked = Omit<KnowledgeQuery, 'mode' | 'limit'> & { readonly mode: KnowledgeMode; readonly limit: number };

const toHit = (
  passage: StoredPassage,
  { score, ranks: [text, vector] }: Fused<string>,
  query: string,
): KnowledgeHit => ({
  kind: passage.kind,
  sourceId: passage.sourceId,
  anchor: passage.anchor,
  sessionId: passage.sessionId,
  title: passage.title,
  ...(passage.heading !== '' && { heading: passage.heading }),
  snippet: snippetOf(passage.text, query.slice(0, 400), snippetRadius),
  text: passage.text,
  href: hrefOf(passage),
  score,
  ranks: { ...(text !== undefined && { text }), ...(vector !== undefined && { vector }) },
  updatedAt: passage.updatedAt,
});

/** One hit for each place, a few for each source, and of copied messages one. */
function withoutCrowds(hits: readonly KnowledgeHit[]): KnowledgeHit[] {
  const seen = new Map<string, number>();
  const once = (key: string, most: number) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count <= most;
  };
  return hits.filter(
    ({ kind, sourceId, href, text }) =>
      once(href, 1) && once(`${kind} ${sourceId}`, hitsOfSource) && (kind !== 'message' || once(`text ${text}`, 1)),
  );
}

/** Where few words of a query are found at all, what has them is not found for its words. */
function fuseLists({ text: { hits, coverage }, near }: Lists): Fused<string>[] {
  if (near === null || near.length === 0) return fuseRanks([hits.map(({ id }) => id), []]);
  const least = leastShare * (hits[0]?.score ?? 0);
  const words = hits.filter(({ score }) => score >= least).map(({ id }) => id);
  return fuseRanks([words, near], [Math.min(1, coverage / fullCoverage), 1]);
}

/** Notes, files and messages of a user: by words and by meaning, as one list, looked at again where a model was chosen for that. */
export function createKnowledgeSearch(dependencies: KnowledgeSearchDependencies): KnowledgeSearch {
  const { text, meaning, embedding, reranker, log } = dependencies;

  const byMeaning = async (userId: string, asked: Asked): Promise<Pick<Lists, 'near' | 'notes'>> => {
    const vector = await embedding.embedQuery(userId, asked.query.toWellFormed());
    if (vector !== null) {
      const found = await meaning.nearest(userId, vector, asked);
      return { near: found.slice(0, candidates).map(({ id }) => id), notes: [] };
    }
    const isChosen = (await embedding.chosen(userId)) !== null;
    if (isChosen) return { near: null, notes: [knowledgeNotes.embeddingFailed] };
    return { near: null, notes: asked.mode === 'vectors' ? [knowledgeNotes.embeddingMissing] : [] };
  };

  const find = async (userId: string, asked: Asked): Promise<Lists> => {
    // Words alone are what is asked for while somebody types.
    const terms = asked.mode === 'vectors' ? [] : queryTermsOf(asked.query, { isTyped: asked.mode === 'text' });
    const [words, near] = await Promise.all([
      text.find(userId, { terms, filter: asked, limit: candidates }),
      asked.mode === 'text' || asked.query === '' ? { near: null, notes: [] } : byMeaning(userId, asked),
    ]);
    return { text: words, ...near };
  };

  const rerank = async (userId: string, asked: Asked, hits: readonly KnowledgeHit[]) => {
    const look = hits.length > 1 && asked.mode === 'fused' ? await reranker(userId) : null;
    if (look === null) return { hits, reranked: false, notes: [] };
    const best = hits.slice(0, rerankedHits);
    try {
      const order = await look(asked.query, best, asked.signal ?? new AbortController().signal);
      return { hits: [...inOrder(best, order), ...hits.slice(rerankedHits)], reranked: true, notes: [] };
    } catch {
      asked.signal?.throwIfAborted();
      log.warn({ userId }, 'a reranker did not answer');
      return { hits, reranked: false, notes: [knowledgeNotes.rerankerFailed] };
    }
  };

  return {
    async search(userId, { mode = 'fused', limit = usualHits, ...rest }): Promise<KnowledgeAnswer> {
      const query = rest.query.slice(0, maxQueryChars).trim();
      const asked: Asked = { ...rest, query, mode, limit: Math.max(1, Math.min(maxHits, limit)) };
      const lists = await find(userId, asked);
      const fused = fuseLists(lists);
      const passages = await text.read(
        userId,
        fused.map(({ id }) => id),
      );
      const hits = fused.flatMap((each) => {
        const passage = passages.get(each.id);
        return passage === undefined ? [] : [toHit(passage, each, query)];
      });
      const ordered = await rerank(userId, asked, withoutCrowds(hits));
      // The score tells the order, whoever made it.
      const scores = ordered.hits.map(({ score }) => score).toSorted((left, right) => right - left);
      return {
        hits: ordered.hits.slice(0, asked.limit).map((hit, at) => ({ ...hit, score: scores[at] ?? hit.score })),
        used: { text: mode !== 'vectors', vectors: lists.near !== null, reranked: ordered.reranked },
        notes: [...lists.notes, ...ordered.notes],
      };
    },
  };
}
