import 'server-only';
import type { Pool } from 'pg';
import { metonaErrorCodeSchema, type RunNotice } from '@/lib/ir';

interface NoticeRow {
  run_id: string;
  step: number;
  at: Date;
  is_cut: boolean;
  provider_id: string;
  model: string;
  from_provider: string;
  from_model: string;
  because: string | null;
}

/** Attempts that another model made than the one before, and those whose process died; both as their rows tell it. */
const SQL = `
  SELECT * FROM (
    SELECT a.run_id, a.step, a.started_at AS at, a.status = 'abandoned' AS is_cut, a.provider_id, a.model,
      COALESCE(lag(a.provider_id) OVER w, r.provider_id) AS from_provider, COALESCE(lag(a.model) OVER w, r.model) AS from_model,
      COALESCE(a.meta->'sent'->>'because', lag(a.error) OVER w->>'code') AS because
    FROM attempts a JOIN runs r ON r.id = a.run_id WHERE a.run_id = ANY($1) AND a.purpose = 'chat'
    WINDOW w AS (PARTITION BY a.run_id ORDER BY a.started_at, a.step, a.attempt)
  ) attempt
  WHERE is_cut OR (provider_id, model) <> (from_provider, from_model) ORDER BY run_id, at`;

/** What readers of these runs were told on the way, by run. */
export async function loadNotices(pool: Pool, runIds: readonly string[]): Promise<Map<string, RunNotice[]>> {
  const { rows } = await pool.query<NoticeRow>(SQL, [runIds]);
  const notices = new Map<string, RunNotice[]>();
  for (const row of rows) notices.set(row.run_id, [...(notices.get(row.run_id) ?? []), ...noticesOf(row)]);
  return notices;
}

function noticesOf(row: NoticeRow): RunNotice[] {
  const { step } = row;
  const from = { provider: row.from_provider, model: row.from_model };
  const to = { provider: row.provider_id, model: row.model };
  const isOther = from.provider !== to.provider || from.model !== to.model;
  const because = metonaErrorCodeSchema.catch('unknown').parse(row.because);
  return [
    ...(isOther ? [{ type: 'switched' as const, step, from, to, because, at: row.at.getTime() }] : []),
    ...(row.is_cut ? [{ type: 'interrupted' as const, step }] : []),
  ];
}
