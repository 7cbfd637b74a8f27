import { callApi, product } from './product';

/** A session with so many messages, written past the API: questions and answers in turn, some twenty tokens each. */
export async function seedSession(messages: number): Promise<string> {
  const { id } = await callApi<{ id: string }>('/api/sessions', {});
  const { pool } = await product();
  const said = 'A message of this conversation, as long as people write them when they are in no hurry.';
  await pool.query(
    `INSERT INTO messages (id, session_id, user_id, parent_id, depth, role, content, token_estimate, search_text, created_at)
     SELECT 'msg_' || s.id || '_' || n, s.id, s.user_id, CASE WHEN n > 0 THEN 'msg_' || s.id || '_' || (n - 1) END, n,
       CASE WHEN n % 2 = 0 THEN 'user' ELSE 'assistant' END, $3 || n, 24, $3 || n, now() - interval '1 day' + n * interval '1 second'
     FROM sessions s, generate_series(0, $2::int - 1) AS n WHERE s.id = $1`,
    [id, messages, said],
  );
  await pool.query(`UPDATE sessions SET head_message_id = 'msg_' || id || '_' || ($2::int - 1) WHERE id = $1`, [
    id,
    messages,
  ]);
  return id;
}

/**
 * Stretches the log of a finished run: its text comes in so many events. It gets a new name, which it returns: under the
 * old one the process still has its newest events in memory.
 */
export async function stretchLog(runId: string, events: number): Promise<string> {
  const { pool } = await product();
  const { rows } = await pool.query<{ seq: number; payload: string }>(
    `SELECT seq, payload FROM run_events WHERE run_id = $1 AND payload LIKE '{"type":"text_delta"%' ORDER BY seq LIMIT 1`,
    [runId],
  );
  const first = rows[0];
  if (!first) throw new Error('the run has said nothing');
  const said = JSON.parse(first.payload);
  const pieces = Array.from({ length: events }, (_, at) =>
    JSON.stringify({ ...said, delta: `${2 * at} ${2 * at + 1} ` }),
  );
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE run_events SET seq = seq + 1000000 WHERE run_id = $1 AND seq > $2', [runId, first.seq]);
    await client.query(`DELETE FROM run_events WHERE run_id = $1 AND payload LIKE '{"type":"text_delta"%'`, [runId]);
    await client.query(
      'INSERT INTO run_events (run_id, seq, payload) SELECT $1, $2::int + n - 1, payload FROM unnest($3::text[]) WITH ORDINALITY AS t(payload, n)',
      [runId, first.seq, pieces],
    );
    await client.query(
      `UPDATE run_events e SET seq = t.seq FROM (
         SELECT seq AS old, $2::int + row_number() OVER (ORDER BY seq) - 1 AS seq FROM run_events WHERE run_id = $1 AND seq >= 1000000
       ) t WHERE e.run_id = $1 AND e.seq = t.old`,
      [runId, first.seq + events],
    );
    await client.query(
      'UPDATE runs SET next_seq = (SELECT max(seq) + 1 FROM run_events WHERE run_id = $1) WHERE id = $1',
      [runId],
    );
    const renamed = `${runId.slice(0, -4)}long`;
    await client.query('UPDATE run_events SET run_id = $2 WHERE run_id = $1', [runId, renamed]);
    await client.query('UPDATE runs SET id = $2 WHERE id = $1', [runId, renamed]);
    await client.query('COMMIT');
    return renamed;
  } finally {
    client.release();
  }
}
