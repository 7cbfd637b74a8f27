import 'server-only';
import type { Pool, PoolClient } from 'pg';
import type { KnowledgeKind } from '@/lib/agent/ports';
import { baseOf, type PendingSource, tableOf } from './knowledge-sources';
import { tsvectorOf } from './knowledge-terms';
import { inTransaction } from './sql';
import { storableText } from './storable';

export interface NewPassage {
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
  readonly contentHash: string;
  /** Null for a passage that is there already. */
  readonly terms: { readonly text: readonly string[]; readonly title: readonly string[] } | null;
}

/** What was made of a source: its passages, or why there are none. */
export type ReadSource = PendingSource & ({ readonly passages: readonly NewPassage[] } | { readonly error: string });

/** The sources that are still there and as they were read; nobody deletes them until the transaction ends. */
async function lockPresent(client: PoolClient, userId: string, batch: readonly ReadSource[]): Promise<ReadSource[]> {
  const kind = batch[0]?.kind ?? 'note';
  const ids = batch.map(({ id }) => id).toSorted();
  const values = [userId, ids];
  const base = baseOf[kind];
  await client.query(`SELECT id FROM ${base} WHERE user_id = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE`, values);
  const { rows } = await client.query<{ id: string; version: string }>(
    `SELECT id, version FROM (${tableOf[kind]}) t WHERE user_id = $1 AND id = ANY($2)`,
    values,
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return batch.filter(({ id, version }) => versions.get(id) === version);
}

const passagesOf = (source: ReadSource) => ('passages' in source ? source.passages : []);

const UPSERT_SOURCES = `
  INSERT INTO knowledge_sources (user_id, kind, source_id, session_id, version, state, error, updated_at, indexed_at)
  SELECT $1, r.kind, r.id, r.session_id, r.version, r.state, r.error, r.updated_at, clock_timestamp()
  FROM jsonb_to_recordset($2::jsonb) AS
    r(kind text, id text, session_id text, version text, state text, error text, updated_at timestamptz)
  ORDER BY r.id
  ON CONFLICT (user_id, kind, source_id) DO UPDATE SET session_id = excluded.session_id, version = excluded.version,
    state = excluded.state, error = excluded.error, updated_at = excluded.updated_at, indexed_at = excluded.indexed_at`;

const DELETE_OTHERS = `
  DELETE FROM knowledge_chunks c USING jsonb_to_recordset($3::jsonb) AS r(id text, hashes jsonb)
  WHERE c.user_id = $1 AND c.kind = $2 AND c.source_id = r.id AND NOT r.hashes ? c.content_hash`;

const INSERT_CHUNKS = `
  INSERT INTO knowledge_chunks (user_id, kind, source_id, session_id, position, anchor, title, heading, text, terms,
    term_count, content_hash)
  SELECT $1, $2, r.id, r.session_id, r.position, r.anchor, r.title, r.heading, r.text, r.terms::tsvector, r.term_count, r.hash
  FROM jsonb_to_recordset($3::jsonb) AS r(id text, session_id text, position int, anchor text, title text, heading text,
    text text, terms text, term_count int, hash text)
  ON CONFLICT (user_id, kind, source_id, content_hash) DO NOTHING`;

const MOVE_CHUNKS = `
  UPDATE knowledge_chunks c SET position = r.position, anchor = r.anchor, session_id = r.session_id
  FROM jsonb_to_recordset($3::jsonb) AS r(id text, session_id text, position int, anchor text, hash text)
  WHERE c.user_id = $1 AND c.kind = $2 AND c.source_id = r.id AND c.content_hash = r.hash
    AND (c.position, c.anchor, c.session_id) IS DISTINCT FROM (r.position, r.anchor, r.session_id)`;

const sourceRow = (source: ReadSource) => ({
  kind: source.kind,
  id: source.id,
  session_id: source.sessionId,
  version: source.version,
  state: 'error' in source ? 'failed' : 'indexed',
  error: 'error' in source ? storableText(source.error) : null,
  updated_at: source.updatedAt.toISOString(),
});

function chunkRow(source: ReadSource, passage: NewPassage, position: number) {
  const { terms, anchor, heading, text, contentHash: hash } = passage;
  const row = { id: source.id, session_id: source.sessionId, position, anchor: storableText(anchor), hash };
  if (terms === null) return row;
  const stored = { title: storableText(source.title), heading: storableText(heading), text: storableText(text) };
  return { ...row, ...stored, terms: tsvectorOf(terms.text, terms.title), term_count: terms.text.length };
}

async function saveBatch(client: PoolClient, userId: string, batch: readonly ReadSource[]): Promise<true> {
  const present = await lockPresent(client, userId, batch);
  const kind = present[0]?.kind;
  if (kind === undefined) return true;
  await client.query(UPSERT_SOURCES, [userId, JSON.stringify(present.map(sourceRow))]);
  const hashes = present.map((source) => ({
    id: source.id,
    hashes: passagesOf(source).map(({ contentHash }) => contentHash),
  }));
  await client.query(DELETE_OTHERS, [userId, kind, JSON.stringify(hashes)]);
  const rows = present.flatMap((source) => passagesOf(source).map((passage, at) => chunkRow(source, passage, at)));
  const [added, kept] = [rows.filter((row) => 'terms' in row), rows.filter((row) => !('terms' in row))];
  if (kept.length > 0) await client.query(MOVE_CHUNKS, [userId, kind, JSON.stringify(kept)]);
  if (added.length > 0) await client.query(INSERT_CHUNKS, [userId, kind, JSON.stringify(added)]);
  return true;
}

/** What was found in sources. Every statement is confined to the user. */
export function createKnowledgeWrites(pool: Pool) {
  return {
    /** Hashes of the passages that are there, by source. */
    async hashes(userId: string, kind: KnowledgeKind, ids: readonly string[]): Promise<Map<string, Set<string>>> {
      const { rows } = await pool.query<{ source_id: string; content_hash: string }>(
        'SELECT source_id, content_hash FROM knowledge_chunks WHERE user_id = $1 AND kind = $2 AND source_id = ANY($3)',
        [userId, kind, ids],
      );
      const found = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
      for (const row of rows) found.get(row.source_id)?.add(row.content_hash);
      return found;
    },

    /** Passages of a source that is not complete yet: they can be found, and it stays to be read. */
    async add(userId: string, source: PendingSource, passages: readonly NewPassage[]): Promise<void> {
      await inTransaction(pool, async (client) => {
        const [present] = await lockPresent(client, userId, [{ ...source, passages }]);
        if (present === undefined) return true;
        await client.query(UPSERT_SOURCES, [userId, JSON.stringify([{ ...sourceRow(present), version: '' }])]);
        const rows = passages.map((passage, at) => chunkRow(present, passage, at));
        await client.query(INSERT_CHUNKS, [userId, source.kind, JSON.stringify(rows)]);
        return true;
      });
    },

    /** A batch of one kind; what was deleted or changed since it was read is left as it is. */
    async save(userId: string, batch: readonly ReadSource[]): Promise<void> {
      if (batch.length > 0) await inTransaction(pool, (client) => saveBatch(client, userId, batch));
    },
  };
}
export type KnowledgeWrites = ReturnType<typeof createKnowledgeWrites>;
