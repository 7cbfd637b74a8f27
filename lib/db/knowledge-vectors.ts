import 'server-only';
import type { Pool } from 'pg';
import { type ChunkFilter, filterSql } from './knowledge-filter';
import { dot, fromBytes, toBytes, toUnit } from './vector-bytes';
import { signatureOf } from './vector-signature';

/** A passage that a model has made no vector of. */
export interface Unseen {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export interface NearPassage {
  readonly id: string;
  /** Cosine, −1…1. */
  readonly similarity: number;
}

/** Signatures find these; the vectors themselves order them. */
const candidates = 400;
const refused = { signature: '', vector: new Uint8Array() };

/** What embedding models make of passages. Every statement is confined to the user. */
export function createKnowledgeVectors(pool: Pool) {
  return {
    /** The newest passages first. */
    async unseen(userId: string, model: string, limit: number): Promise<Unseen[]> {
      const { rows } = await pool.query<Unseen>(
        `SELECT c.id::text, c.title, c.heading, c.text FROM knowledge_chunks c
         LEFT JOIN knowledge_vectors v ON v.chunk_id = c.id AND v.model = $2
         WHERE c.user_id = $1 AND v.chunk_id IS NULL ORDER BY c.id DESC LIMIT $3`,
        [userId, model, limit],
      );
      return rows;
    },

    /** A passage that is gone is left out; null says that the model refused it, which is not asked again. */
    async save(
      userId: string,
      model: string,
      found: readonly { readonly id: string; readonly vector: readonly number[] | null }[],
    ): Promise<void> {
      const rows = found.map(({ id, vector }) => {
        const unit = vector === null ? null : toUnit(vector);
        return { id, ...(unit === null ? refused : { signature: signatureOf(unit), vector: toBytes(unit) }) };
      });
      await pool.query(
        `INSERT INTO knowledge_vectors (chunk_id, user_id, model, signature, vector)
         SELECT c.id, c.user_id, $2, n.signature::bit varying, n.vector
         FROM unnest($3::bigint[], $4::text[], $5::bytea[]) n(id, signature, vector)
         JOIN knowledge_chunks c ON c.id = n.id AND c.user_id = $1
         ON CONFLICT (chunk_id) DO UPDATE
         SET model = excluded.model, signature = excluded.signature, vector = excluded.vector`,
        [
          userId,
          model,
          rows.map(({ id }) => id),
          rows.map(({ signature }) => signature),
          rows.map(({ vector }) => Buffer.from(vector)),
        ],
      );
    },

    /** Those that the model refused count as seen. */
    async count(userId: string, model: string): Promise<{ total: number; indexed: number }> {
      const { rows } = await pool.query<{ total: number; indexed: number }>(
        `SELECT (SELECT count(*)::int FROM knowledge_chunks WHERE user_id = $1) AS total,
           (SELECT count(*)::int FROM knowledge_vectors WHERE user_id = $1 AND model = $2) AS indexed`,
        [userId, model],
      );
      return rows[0] ?? { total: 0, indexed: 0 };
    },

    async forget(userId: string): Promise<void> {
      await pool.query('DELETE FROM knowledge_vectors WHERE user_id = $1', [userId]);
    },

    /** Nearest first: the passages whose signatures are nearest, ordered by their vectors. */
    async nearest(
      userId: string,
      of: { readonly model: string; readonly vector: readonly number[]; readonly filter: ChunkFilter },
    ): Promise<NearPassage[]> {
      const asked = toUnit(of.vector);
      const signature = signatureOf(asked);
      const { exceptMessagesOf, ...wanted } = of.filter;
      const filter = filterSql(wanted, 7);
      const within =
        filter.sql === ''
          ? ''
          : `AND v.chunk_id = ANY (ARRAY(SELECT c.id FROM knowledge_chunks c WHERE c.user_id = $1 ${filter.sql}))`;
      const { rows } = await pool.query<{ id: string; vector: Buffer }>(
        `SELECT n.chunk_id::text AS id, w.vector FROM (
           SELECT v.chunk_id FROM knowledge_vectors v
           WHERE v.user_id = $1 AND v.model = $2 AND length(v.signature) = $4 ${within}
             AND v.chunk_id NOT IN (
               SELECT c.id FROM knowledge_chunks c WHERE c.user_id = $1 AND c.kind = 'message' AND c.session_id = $6
             )
           ORDER BY bit_count(v.signature # $3::bit varying) LIMIT $5
         ) n JOIN knowledge_vectors w ON w.chunk_id = n.chunk_id`,
        [userId, of.model, signature, signature.length, candidates, exceptMessagesOf ?? '', ...filter.values],
      );
      return rows
        .map(({ id, vector }) => ({ id, vector: fromBytes(vector) }))
        .filter(({ vector }) => vector.length === asked.length)
        .map(({ id, vector }) => ({ id, similarity: dot(vector, asked) }))
        .sort((left, right) => right.similarity - left.similarity);
    },
  };
}
export type KnowledgeVectors = ReturnType<typeof createKnowledgeVectors>;
