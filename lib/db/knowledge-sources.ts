import 'server-only';
import type { Pool } from 'pg';
import type { KnowledgeKind } from '@/lib/agent/ports';

/** A source whose passages are missing or of an older version. */
export interface PendingSource {
  readonly kind: KnowledgeKind;
  readonly id: string;
  readonly sessionId: string | null;
  readonly title: string;
  readonly version: string;
  readonly updatedAt: Date;
}

export interface KindProgress {
  readonly total: number;
  readonly indexed: number;
  readonly failed: number;
}

/** Raised when sources are cut or segmented in another way: all of them are read again. */
const format = '1';

/** Each kind as a table of its own: id, session, title, version, time. Only what may be found is in it. */
export const tableOf: Readonly<Record<KnowledgeKind, string>> = {
  note: `SELECT id, user_id, NULL::text AS session_id, title, '${format}.' || revision AS version, updated_at FROM notes`,
  file: `SELECT id, user_id, session_id, path AS title, '${format}.' || content_id || '.' || coalesce(session_id, '') || '.' || path AS version, updated_at
    FROM workspace_files`,
  message: `SELECT id, user_id, session_id, '' AS title, '${format}' AS version, created_at AS updated_at FROM messages
    WHERE role IN ('user', 'assistant') AND content <> '' AND status <> 'summary'`,
};
export const baseOf: Readonly<Record<KnowledgeKind, string>> = {
  note: 'notes',
  file: 'workspace_files',
  message: 'messages',
};

const joined = (kind: KnowledgeKind) => `(${tableOf[kind]}) t
  LEFT JOIN knowledge_sources s ON s.user_id = t.user_id AND s.kind = '${kind}' AND s.source_id = t.id`;
const isStale = 's.version IS DISTINCT FROM t.version';

interface PendingRow {
  id: string;
  session_id: string | null;
  title: string;
  version: string;
  updated_at: Date;
}

/** Which sources have been read, and what was found in them. Every statement is confined to the user. */
export function createKnowledgeSources(pool: Pool) {
  return {
    /** The most recently changed first. */
    async pending(userId: string, kind: KnowledgeKind, limit: number): Promise<PendingSource[]> {
      const { rows } = await pool.query<PendingRow>(
        `SELECT t.id, t.session_id, t.title, t.version, t.updated_at FROM ${joined(kind)}
         WHERE t.user_id = $1 AND ${isStale} ORDER BY t.updated_at DESC, t.id LIMIT $2`,
        [userId, limit],
      );
      return rows.map((row) => ({
        kind,
        id: row.id,
        sessionId: row.session_id,
        title: row.title,
        version: row.version,
        updatedAt: row.updated_at,
      }));
    },

    /** Users after this one with something to read, or with an embedding model that may have something to see. */
    async usersWithPending(after: string, limit: number): Promise<string[]> {
      const each = (['note', 'file', 'message'] as const).map(
        (kind) => `SELECT t.user_id FROM ${joined(kind)} WHERE t.user_id > $1 AND ${isStale}`,
      );
      const { rows } = await pool.query<{ user_id: string }>(
        `SELECT DISTINCT user_id FROM (
           ${each.join(' UNION ALL ')}
           UNION ALL SELECT user_id FROM app_config WHERE user_id > $1 AND key = 'knowledge.embeddingModel'
         ) u ORDER BY user_id LIMIT $2`,
        [after, limit],
      );
      return rows.map((row) => row.user_id);
    },

    /** Has everything read again; what is there stays to be found until then. */
    async forgetVersions(userId: string): Promise<void> {
      await pool.query(`UPDATE knowledge_sources SET version = '' WHERE user_id = $1`, [userId]);
    },
  };
}
export type KnowledgeSources = ReturnType<typeof createKnowledgeSources>;

/** How far the index has come, and what it stumbled over last. */
export function createKnowledgeProgress(pool: Pool) {
  return {
    async kinds(userId: string): Promise<Record<KnowledgeKind, KindProgress>> {
      const count = async (kind: KnowledgeKind): Promise<KindProgress> => {
        const { rows } = await pool.query<KindProgress>(
          `SELECT count(*)::int AS total,
             count(*) FILTER (WHERE NOT (${isStale}) AND s.state = 'indexed')::int AS indexed,
             count(*) FILTER (WHERE NOT (${isStale}) AND s.state = 'failed')::int AS failed
           FROM ${joined(kind)} WHERE t.user_id = $1`,
          [userId],
        );
        return rows[0] ?? { total: 0, indexed: 0, failed: 0 };
      };
      return { note: await count('note'), file: await count('file'), message: await count('message') };
    },

    /** The last failure, and how long ago anything was written; infinite when nothing ever was. */
    async last(userId: string): Promise<{ error: string | null; msAgo: number }> {
      const { rows } = await pool.query<{ error: string | null; ms_ago: number | null }>(
        `SELECT (array_agg(error ORDER BY indexed_at DESC) FILTER (WHERE state = 'failed'))[1] AS error,
           extract(epoch FROM clock_timestamp() - max(indexed_at))::float8 * 1000 AS ms_ago
         FROM knowledge_sources WHERE user_id = $1`,
        [userId],
      );
      return { error: rows[0]?.error ?? null, msAgo: rows[0]?.ms_ago ?? Number.POSITIVE_INFINITY };
    },
  };
}
export type KnowledgeProgressStore = ReturnType<typeof createKnowledgeProgress>;
