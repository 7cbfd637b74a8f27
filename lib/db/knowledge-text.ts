import 'server-only';
import type { Pool } from 'pg';
import type { KnowledgeKind } from '@/lib/agent/ports';
import { type ChunkFilter, filterSql } from './knowledge-filter';
import { titleMark, tsqueryOf } from './knowledge-terms';

export interface WantedTerm {
  readonly term: string;
  readonly isPrefix: boolean;
}

/** A passage with what a hit shows of it. */
export interface StoredPassage {
  readonly id: string;
  readonly kind: KnowledgeKind;
  readonly sourceId: string;
  readonly sessionId: string | null;
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly updatedAt: number;
}

/** Of all terms together so many passages are looked at, of each so many at most; a word that has more says little. */
const passagesOfTerms = 16_000;
const passagesOfTerm = { least: 300, most: 1_500 };
/** What is left of the weight of a word with so many passages that not all were looked at. */
const commonWeight = 0.4;
/** Those with the weightiest terms are looked at closely. */
const candidates = 200;
/** What a word in the title is worth beside one in the text. */
const titleBoost = 0.6;

/** What `ts_rank` gives for a word that is there once. */
const onceInText = 0.6079;

export interface FoundText {
  /** Best first. */
  readonly hits: readonly { readonly id: string; readonly score: number }[];
  /** How much of the query the best hit has, weighed by how rare its words are: 1 for all. */
  readonly coverage: number;
}

/**
 * In two steps, since reading the words of a passage costs more than finding it: the index alone gives the passages of
 * each term, weighed by how rare the term is; for the best of them it is counted how often they have which term.
 */
const search = (filter: string, ofTerm: number) => `
  WITH everything AS MATERIALIZED (
    SELECT count(*)::float8 AS count FROM knowledge_chunks WHERE user_id = $1
  ), wanted AS (
    SELECT term::tsquery AS term, boost, place FROM unnest($2::text[], $3::float8[]) WITH ORDINALITY t(term, boost, place)
  ), hits AS MATERIALIZED (
    SELECT w.place, found.id FROM wanted w CROSS JOIN LATERAL (
      SELECT c.id FROM knowledge_chunks c WHERE c.user_id = $1 AND c.terms @@ w.term ${filter} LIMIT ${ofTerm}
    ) found
  ), weights AS MATERIALIZED (
    SELECT w.place, w.term, w.boost * ln(1 + (SELECT count FROM everything) / n.count)
      * CASE WHEN n.count < ${ofTerm} THEN 1 ELSE ${commonWeight} END AS weight
    FROM (SELECT place, count(*) AS count FROM hits GROUP BY place) n JOIN wanted w USING (place)
  ), best AS (
    SELECT h.id, sum(w.weight) AS weight FROM hits h JOIN weights w USING (place)
    GROUP BY h.id ORDER BY 2 DESC, 1 DESC LIMIT ${candidates}
  )
  SELECT c.id::text, r.score, whole.score AS whole FROM best b JOIN knowledge_chunks c ON c.id = b.id
  CROSS JOIN LATERAL (SELECT c.terms || '' AS terms OFFSET 0) unpacked
  CROSS JOIN LATERAL (
    SELECT sum(w.weight * ts_rank('{1,1,1,1}', unpacked.terms, w.term)) AS score FROM weights w
  ) r
  CROSS JOIN (
    SELECT ${onceInText} * sum(coalesce(v.weight, ln(1 + (SELECT count FROM everything)))) AS score
    FROM wanted w LEFT JOIN weights v USING (place) WHERE w.boost = 1
  ) whole
  ORDER BY r.score DESC, c.id DESC LIMIT $4`;

interface PassageRow {
  id: string;
  kind: KnowledgeKind;
  source_id: string;
  session_id: string | null;
  anchor: string;
  title: string;
  heading: string;
  text: string;
  updated_at: Date;
}

const toPassage = (row: PassageRow): StoredPassage => ({
  id: row.id,
  kind: row.kind,
  sourceId: row.source_id,
  sessionId: row.session_id,
  anchor: row.anchor,
  title: row.title,
  heading: row.heading,
  text: row.text,
  updatedAt: row.updated_at.getTime(),
});

/** Passages by their words. Every statement is confined to the user. */
export function createKnowledgeText(pool: Pool) {
  return {
    /** The passages that have any of the terms. */
    async find(
      userId: string,
      of: { readonly terms: readonly WantedTerm[]; readonly filter: ChunkFilter; readonly limit: number },
    ): Promise<FoundText> {
      if (of.terms.length === 0) return { hits: [], coverage: 0 };
      const inText = of.terms.map(tsqueryOf);
      const inTitle = of.terms.map(({ term, isPrefix }) => tsqueryOf({ term: `${titleMark}${term}`, isPrefix }));
      const boosts = [...inText.map(() => 1), ...inTitle.map(() => titleBoost)];
      const filter = filterSql(of.filter, 5);
      const share = Math.floor(passagesOfTerms / boosts.length);
      const ofTerm = Math.max(passagesOfTerm.least, Math.min(passagesOfTerm.most, share));
      const { rows } = await pool.query<{ id: string; score: number; whole: number }>(search(filter.sql, ofTerm), [
        userId,
        [...inText, ...inTitle],
        boosts,
        of.limit,
        ...filter.values,
      ]);
      const best = rows[0];
      const coverage = best === undefined || best.whole <= 0 ? 0 : Math.min(1, best.score / best.whole);
      return { hits: rows.map(({ id, score }) => ({ id, score })), coverage };
    },

    /** Those of the passages that are still there; a message bears the title of its chat. */
    async read(userId: string, ids: readonly string[]): Promise<Map<string, StoredPassage>> {
      const { rows } = await pool.query<PassageRow>(
        `SELECT c.id::text, c.kind, c.source_id, c.session_id, c.anchor, c.heading, c.text, s.updated_at,
           CASE c.kind WHEN 'message' THEN coalesce(chat.title, '') ELSE c.title END AS title
         FROM knowledge_chunks c
         JOIN knowledge_sources s ON s.user_id = c.user_id AND s.kind = c.kind AND s.source_id = c.source_id
         LEFT JOIN sessions chat ON chat.id = c.session_id AND chat.user_id = c.user_id
         WHERE c.user_id = $1 AND c.id = ANY($2::bigint[])`,
        [userId, ids],
      );
      return new Map(rows.map((row) => [row.id, toPassage(row)]));
    },
  };
}
export type KnowledgeText = ReturnType<typeof createKnowledgeText>;
