import 'server-only';
import type { Pool } from 'pg';
import type { EventSink, Grant, RunGuard, RunRecord, RunStore, RunTransaction } from '@/lib/agent/ports';
import type { RunEventDraft } from '@/lib/ir';
import { sealEvent } from './event-store';
import { ownerLockKey } from './instance-lock';
import {
  type MessageRow,
  type PastAttemptRow,
  type RunRow,
  toPastAttempt,
  toRunRecord,
  toStoredMessage,
} from './run-rows';
import { NeedsLock, PgRunTransaction } from './run-transaction';
import { ABOVE_PATH, inTransaction, type Queryable } from './sql';
import { selectBatch } from './tool-call-rows';
import type { Bind } from './write-batch';

const CLAIM = `
  UPDATE runs SET status = 'running', owner = $1, epoch = epoch + 1, lease_until = $2, started_at = COALESCE(started_at, now())
  WHERE id = (SELECT id FROM runs WHERE status = 'queued' ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING *`;

// Written so that no index on the user can serve it: the planner would read all his messages for each one of the path.
const NEWEST_SUMMARY = `
  SELECT s.id FROM messages s WHERE s.parent_id = m.id AND s.user_id IS NOT DISTINCT FROM $1 AND s.status = 'summary'
  ORDER BY s.created_at DESC, s.id DESC LIMIT 1`;

// A summary stands for the message it hangs below and all before: nothing older is read. The tail is never covered.
const HISTORY = `
  WITH RECURSIVE path AS (
    SELECT m.*, NULL::text AS summary_id FROM (SELECT * FROM messages WHERE id = $3 OFFSET 0) m
    WHERE m.session_id = $2 AND m.user_id = $1
    UNION ALL
    SELECT m.*, below.id FROM path
    CROSS JOIN LATERAL ${ABOVE_PATH} m
    LEFT JOIN LATERAL (${NEWEST_SUMMARY}) below ON true
    WHERE path.summary_id IS NULL AND path.status <> 'summary' AND m.session_id = $2 AND m.user_id = $1
  )
  SELECT * FROM (
    SELECT path.*, 0 AS place FROM path WHERE summary_id IS NULL
    UNION ALL
    SELECT s.*, NULL, -1 FROM path CROSS JOIN LATERAL (SELECT * FROM messages m WHERE m.id = path.summary_id LIMIT 1) s
    WHERE path.summary_id IS NOT NULL
  ) found ORDER BY depth, place`;

/** The rows of runs, guarded by status, owner and epoch in every write. */
export function createRunStore(pool: Pool, onCommitted: EventSink): RunStore {
  return {
    async claimNext(owner, leaseUntil) {
      const { rows } = await pool.query<RunRow>(CLAIM, [owner, new Date(leaseUntil)]);
      return rows[0] ? toRunRecord(rows[0]) : null;
    },

    async renewLeases(owner, activeMs, leaseUntil) {
      const { rows } = await pool.query<{ id: string; flagged: boolean }>(
        `WITH ours AS (SELECT * FROM unnest($2::text[], $4::int[]) AS ours(id, active_ms)),
           locked AS (SELECT runs.id, ours.active_ms FROM runs JOIN ours USING (id) ORDER BY runs.id FOR UPDATE OF runs)
         UPDATE runs SET lease_until = $3, active_ms = GREATEST(runs.active_ms, locked.active_ms)
         FROM locked WHERE runs.id = locked.id AND owner = $1 AND status = 'running'
         RETURNING runs.id, cancel_requested_at IS NOT NULL AS flagged`,
        [owner, [...activeMs.keys()], new Date(leaseUntil), [...activeMs.values()].map(Math.round)],
      );
      return new Map(rows.map((row) => [row.id, { cancelRequested: row.flagged }]));
    },

    async returnClaims(owner, leaseUntil, workingOn) {
      await pool.query(
        `UPDATE runs SET status = 'queued', owner = NULL, lease_until = NULL
         WHERE owner = $1 AND status = 'running' AND lease_until = $2 AND id <> ALL($3)`,
        [owner, new Date(leaseUntil), workingOn],
      );
    },

    transact: (runId, guard, work) => transact(pool, onCommitted, { runId, guard, work }),
    transactUnread: (run, work) => transactUnread(pool, onCommitted, { run, work }),

    async findAbandoned(owner, now) {
      const { rows } = await pool.query<{ id: string; epoch: number; owner: string | null; lapsed: boolean }>(
        `SELECT * FROM (
           SELECT id, epoch, owner, (owner IS NULL OR lease_until IS NULL OR lease_until < $2) AS lapsed FROM runs WHERE status = 'running'
         ) AS running WHERE lapsed OR owner <> $1`,
        [owner, new Date(now)],
      );
      const dead = await deadOwners(
        pool,
        rows.filter((row) => !row.lapsed),
      );
      return rows
        .filter((row) => row.lapsed || (row.owner !== null && dead.has(row.owner)))
        .map((row) => ({ runId: row.id, epoch: row.epoch, isLapsed: row.lapsed }));
    },

    async findExpired(now) {
      const { rows } = await pool.query<{ run_id: string }>(
        `SELECT DISTINCT run_id FROM permission_requests WHERE status = 'open' AND expires_at <= $1`,
        [new Date(now)],
      );
      return rows.map((row) => row.run_id);
    },

    async loadHistory(userId, sessionId, tailMessageId) {
      const { rows } = await pool.query<MessageRow>(HISTORY, [userId, sessionId, tailMessageId]);
      return rows.map((row) => ({ ...toStoredMessage(row), tokenEstimate: row.token_estimate }));
    },

    findLiveGrants: (userId, sessionId, now) => findLiveGrants(pool, { userId, sessionId, now }),
    batchOf: (runId, step) => selectBatch(pool, runId, step),

    async attemptsOf(runId, step) {
      const { rows } = await pool.query<PastAttemptRow>(
        `SELECT attempt, provider_id, model, status, error, meta->'sent'->>'because' AS because, meta->'switchedTo' AS switched_to
         FROM attempts WHERE run_id = $1 AND step = $2 AND purpose = 'chat' ORDER BY attempt, started_at`,
        [runId, step],
      );
      return rows.map(toPastAttempt);
    },

    async nextSeq(runId) {
      const { rows } = await pool.query<{ next_seq: number }>('SELECT next_seq FROM runs WHERE id = $1', [runId]);
      return rows[0]?.next_seq ?? null;
    },
  };
}

/** Owners whose advisory lock is free: nobody holds it, so their process is gone. */
async function deadOwners(pool: Pool, rows: { owner: string | null }[]): Promise<Set<string>> {
  const owners = [...new Set(rows.map((row) => row.owner).filter((owner) => owner !== null))];
  const dead = new Set<string>();
  for (const owner of owners) {
    const [space, key] = ownerLockKey(owner);
    const { rows: held } = await pool.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objid::bigint = $2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [space, key],
    );
    if (held.length === 0) dead.add(owner);
  }
  return dead;
}

async function findLiveGrants(
  client: Queryable,
  of: { userId: string; sessionId: string; now: number },
): Promise<Grant[]> {
  const { rows } = await client.query<{ id: string; tool_identity: string; host: string | null }>(
    `SELECT id, tool_identity, host FROM permission_grants
     WHERE user_id = $1 AND session_id = $2 AND revoked_at IS NULL AND expires_at > $3`,
    [of.userId, of.sessionId, new Date(of.now)],
  );
  return rows.map((row) => ({ id: row.id, toolIdentity: row.tool_identity, host: row.host }));
}

function guardClause(bind: Bind, runId: string, guard: RunGuard): string {
  const parts = [`id = ${bind(runId)}`];
  if (guard.userId !== undefined) parts.push(`user_id = ${bind(guard.userId)}`);
  if (guard.epoch !== undefined) parts.push(`epoch = ${bind(guard.epoch)}`);
  if (guard.nextSeq !== undefined) parts.push(`next_seq = ${bind(guard.nextSeq)}`);
  if (guard.statuses !== undefined) parts.push(`status = ANY(${bind([...guard.statuses])}::text[])`);
  return parts.join(' AND ');
}

type Work<T> = (transaction: RunTransaction) => Promise<T>;

async function transact<T>(
  pool: Pool,
  onCommitted: EventSink,
  job: { runId: string; guard: RunGuard; work: Work<T> },
): Promise<{ value: T; nextSeq: number } | null> {
  const done = await inTransaction(pool, async (client) => {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const where = guardClause(bind, job.runId, job.guard);
    const { rows } = await client.query<RunRow>(`SELECT * FROM runs WHERE ${where} FOR UPDATE`, values);
    const row = rows[0];
    if (!row) return null;
    const run = toRunRecord(row);
    const transaction = new PgRunTransaction(client, run);
    const value = await job.work(transaction);
    await transaction.send(client, (bindId) => `id = ${bindId(run.id)}`);
    return { value, run, events: transaction.events };
  });
  if (done === null) return null;
  publish(onCommitted, done.run, done.events);
  return { value: done.value, nextSeq: done.run.nextSeq + done.events.length };
}

/** What others may have written on the row of a run that is being worked on is part of the guard. */
async function transactUnread<T>(
  pool: Pool,
  onCommitted: EventSink,
  { run, work }: { run: RunRecord; work: Work<T> },
): Promise<{ value: T; nextSeq: number } | null> {
  const transaction = new PgRunTransaction(null, run);
  try {
    const value = await work(transaction);
    const { userId, epoch, nextSeq } = run;
    const isWritten = await transaction.send(pool, (bind) => {
      const asKnown = guardClause(bind, run.id, { userId, epoch, nextSeq, statuses: ['running'] });
      const flag = run.cancelRequested ? 'IS NOT NULL' : 'IS NULL';
      return `${asKnown} AND cancel_requested_at ${flag} AND pending_steers = ${bind(run.pendingSteers)}`;
    });
    if (!isWritten) return null;
    publish(onCommitted, run, transaction.events);
    return { value, nextSeq: nextSeq + transaction.events.length };
  } catch (error) {
    if (error instanceof NeedsLock) return null;
    throw error;
  }
}

function publish(onCommitted: EventSink, run: RunRecord, events: readonly RunEventDraft[]): void {
  if (events.length === 0) return;
  const place = { runId: run.id, sessionId: run.sessionId };
  onCommitted(
    run.id,
    events.map((event, index) => sealEvent(event, { ...place, seq: run.nextSeq + index })),
  );
}
