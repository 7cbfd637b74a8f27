import 'server-only';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import type { Claim, NewMessage, RunRecord } from '@/lib/agent/ports';
import type {
  MetonaConstraints,
  MetonaGenerationParams,
  MetonaModelRef,
  MetonaSystemPrompt,
  RunEvent,
  RunEventDraft,
  RunLimits,
} from '@/lib/ir';
import { emptyUsage } from '@/lib/ir';
import { insertEventsSql, sealEvent } from './event-store';
import { createLanes } from './lanes';
import { messageColumns } from './message-rows';
import { type RunRow, toRunRecord } from './run-rows';
import { inTransaction, type Queryable, uniqueViolation } from './sql';
import { storableJson, storableJsonOrNull, storableText } from './storable';
import { attachFiles } from './workspace-attach';
import type { Bind } from './write-batch';

/** Key space of the locks that order the creations of a user. */
export const CREATION_SPACE = 0x4d43;
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** In place of the id of a question. */
const NOT_FOUND = '';

/** Where the user's message goes: below the session's head, below a named message (null: a new root), or reused. */
export type Placement =
  | { kind: 'head' }
  | { kind: 'below'; parentId: string | null }
  | { kind: 'regenerate'; replacesId: string };

export interface RunOrder {
  readonly id: string;
  readonly userId: string;
  readonly session: { id: string; create: { title: string } | null };
  readonly placement: Placement;
  readonly message: NewMessage;
  /** Uploaded files that come with the message. */
  readonly fileIds?: readonly string[];
  readonly provider: MetonaModelRef;
  readonly params: MetonaGenerationParams;
  readonly systemPrompt: MetonaSystemPrompt | null;
  readonly allowedTools: readonly string[];
  readonly limits: RunLimits;
  readonly constraints: MetonaConstraints | null;
  readonly idempotency: { key: string; hash: string } | null;
  readonly maxActive: number;
  readonly now: number;
}

export type RunCreation =
  /** `run` when it was claimed. */
  | { kind: 'created'; firstEvent: RunEvent; run?: RunRecord }
  | { kind: 'repeat' | 'other_body' | 'busy'; runId: string; run?: never }
  | { kind: 'too_many' | 'no_session' | 'no_message' | 'no_file'; run?: never };

/** Whoever waits for a creation of the same user waits here, not with a connection that others need. */
const inLane = createLanes();

/** Takes back what the transaction has written before the missing file was noticed. */
class MissingFile extends Error {}

/**
 * Stores the user's message, the run and its first event in one transaction, or says why not. With a claim the run never
 * waits in the queue: it belongs to that owner from its first moment.
 */
export function createRunRow(pool: Pool, order: RunOrder, claim: Claim | null): Promise<RunCreation> {
  return inLane(order.userId, async () => {
    try {
      const outcome = await inTransaction(pool, (client) => create(client, order, claim), lockSql(order));
      if (outcome === null) throw new Error('creating a run gave no outcome');
      return outcome;
    } catch (error) {
      if (error instanceof MissingFile) return { kind: 'no_file' };
      return settleConflict(pool, order, error);
    }
  });
}

/**
 * One creation of a user at a time: keys and caps are checked against what is committed. Then the session, so that its
 * head, and the message there, are seen as whoever held it has left them.
 */
function lockSql({ userId, session }: RunOrder): string {
  const [user, id] = [userId, session.id].map((text) => escapeLiteral(storableText(text)));
  const creation = `SELECT pg_advisory_xact_lock(${CREATION_SPACE}, hashtext(${user}))`;
  if (session.create) return creation;
  return `${creation}; SELECT 1 FROM sessions WHERE id = ${id} AND user_id = ${user} FOR UPDATE`;
}

async function create(client: PoolClient, order: RunOrder, claim: Claim | null): Promise<RunCreation> {
  const questionId = await questionToAnswerAgain(client, order);
  const { text, values } = creationSql(order, { claim, questionId });
  const { rows } = await client.query<CreationRow>(text, values);
  const [row] = rows;
  if (!row) throw new Error('creating a run gave no row');
  if (row.repeat_id !== null && row.repeat_at !== null) {
    if (order.now - row.repeat_at.getTime() <= KEY_LIFETIME_MS) {
      const isSame = row.repeat_hash === order.idempotency?.hash;
      return { kind: isSame ? 'repeat' : 'other_body', runId: row.repeat_id };
    }
    await client.query('UPDATE runs SET idempotency_key = NULL WHERE id = $1 AND user_id = $2', [
      row.repeat_id,
      order.userId,
    ]);
    return create(client, order, claim);
  }
  if (row.active >= order.maxActive) return { kind: 'too_many' };
  if (!row.has_session) return { kind: 'no_session' };
  if (!row.run) return { kind: 'no_message' };
  const { userId, fileIds = [] } = order;
  const attachment = { userId, sessionId: order.session.id, messageId: row.run.input_message_id };
  if (!(await attachFiles(client, fileIds, attachment))) throw new MissingFile();
  const place = { runId: order.id, sessionId: order.session.id, seq: 0 };
  const firstEvent = sealEvent(startedEvent(order), place);
  return { kind: 'created', firstEvent, ...(claim && { run: createdRun(row.run) }) };
}

interface CreationRow {
  repeat_id: string | null;
  repeat_hash: string | null;
  repeat_at: Date | null;
  active: number;
  has_session: boolean;
  /** As JSON: times are texts. */
  run: (RunRow & { created_at: string }) | null;
}

const createdRun = (row: RunRow & { created_at: string }): RunRecord =>
  toRunRecord({ ...row, created_at: new Date(row.created_at) });

/** Everything in one statement: each part takes its rows from the one before, so that nothing is written by halves. */
function creationSql(order: RunOrder, of: { claim: Claim | null; questionId: string | null }) {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const user = `${bind(order.userId)}::text`;
  const key = `${bind(order.idempotency?.key ?? null)}::text`;
  const may =
    of.questionId === NOT_FOUND
      ? 'false'
      : `active.n < ${bind(order.maxActive)}::int AND NOT EXISTS (SELECT 1 FROM repeat)
        AND NOT EXISTS (SELECT 1 FROM users WHERE id = ${user} AND disabled_at IS NOT NULL)`;
  const parts = [
    `repeat AS (SELECT id, idempotency_hash, created_at FROM runs WHERE user_id = ${user} AND idempotency_key = ${key})`,
    `active AS (SELECT count(*)::int AS n FROM runs WHERE user_id = ${user} AND status IN ('queued', 'running'))`,
    `place AS (${placeSql(bind, order, { may, user, questionId: of.questionId })})`,
    ...(of.questionId === null ? [`said AS (${messageSql(bind, order)})`] : []),
    `gate AS (${runSql(bind, order, { claim: of.claim, messageId: of.questionId ?? order.message.id })})`,
    `told AS (${insertEventsSql(bind, { runId: order.id, sessionId: order.session.id, firstSeq: 0 }, [startedEvent(order)])})`,
    ...(order.session.create ? [] : [`moved AS (${headSql(bind, order, of.questionId ?? order.message.id)})`]),
  ];
  const hasSession = order.session.create
    ? 'true'
    : `EXISTS (SELECT 1 FROM sessions WHERE id = ${bind(order.session.id)} AND user_id = ${user})`;
  const text = `WITH ${parts.join(', ')}
    SELECT active.n AS active, repeat.id AS repeat_id, repeat.idempotency_hash AS repeat_hash, repeat.created_at AS repeat_at,
      ${hasSession} AS has_session, (SELECT to_jsonb(gate) FROM gate) AS run
    FROM active LEFT JOIN repeat ON true`;
  return { text, values };
}

/** The message that the new one hangs below, and how deep that is; no row when there may be no run there. */
function placeSql(bind: Bind, order: RunOrder, of: { may: string; user: string; questionId: string | null }): string {
  const { session, placement, message } = order;
  const id = bind(session.id);
  if (session.create) {
    return `INSERT INTO sessions (id, user_id, title, head_message_id)
      SELECT ${id}, ${of.user}, ${bind(storableText(session.create.title))}, ${bind(message.id)} FROM active WHERE ${of.may}
      RETURNING NULL::text AS parent_id, 0 AS depth`;
  }
  const isRoot = of.questionId !== null || (placement.kind === 'below' && placement.parentId === null);
  const parent =
    placement.kind === 'below' ? `${bind(placement.parentId)}::text` : isRoot ? 'NULL::text' : 's.head_message_id';
  return `SELECT p.id AS parent_id, COALESCE(p.depth + 1, 0) AS depth FROM active, sessions s
    LEFT JOIN messages p ON p.id = ${parent} AND p.session_id = s.id AND p.user_id = s.user_id
    WHERE s.id = ${id} AND s.user_id = ${of.user} AND (${parent} IS NULL OR p.id IS NOT NULL) AND ${of.may}`;
}

function messageSql(bind: Bind, order: RunOrder): string {
  const columns = messageColumns({ userId: order.userId, sessionId: order.session.id, runId: order.id }, order.message);
  const names = Object.keys(columns).join(', ');
  return `INSERT INTO messages (${names}, parent_id, depth) SELECT ${Object.values(columns).map(bind).join(', ')}, parent_id, depth FROM place`;
}

function headSql(bind: Bind, order: RunOrder, messageId: string): string {
  return `UPDATE sessions SET head_message_id = ${bind(messageId)}, updated_at = now() FROM gate
    WHERE sessions.id = ${bind(order.session.id)} AND sessions.user_id = ${bind(order.userId)}`;
}

/** The question a regenerated answer belongs to is asked again instead of a new one; null for a new one. */
async function questionToAnswerAgain(client: Queryable, order: RunOrder): Promise<string | null> {
  const { placement, userId, session } = order;
  if (placement.kind !== 'regenerate') return null;
  return (await questionOf(client, { userId, sessionId: session.id, messageId: placement.replacesId })) ?? NOT_FOUND;
}

interface MessageRef {
  userId: string;
  sessionId: string;
  messageId: string;
}

/** The user's message that an answer belongs to. */
async function questionOf(client: Queryable, ref: MessageRef): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `WITH RECURSIVE up AS (
       SELECT id, parent_id, role FROM messages WHERE id = $1 AND session_id = $2 AND user_id = $3
       UNION ALL
       SELECT m.id, m.parent_id, m.role FROM messages m JOIN up ON m.id = up.parent_id WHERE up.role <> 'user'
     ) SELECT id FROM up WHERE role = 'user'`,
    [ref.messageId, ref.sessionId, ref.userId],
  );
  return rows[0]?.id ?? null;
}

function runSql(bind: Bind, order: RunOrder, of: { claim: Claim | null; messageId: string }): string {
  const { claim, messageId } = of;
  const columns = {
    id: order.id,
    user_id: order.userId,
    session_id: order.session.id,
    status: claim ? 'running' : 'queued',
    phase: 'queued',
    input: storableText(order.message.content),
    input_message_id: messageId,
    tail_message_id: messageId,
    provider_id: storableText(order.provider.provider),
    model: storableText(order.provider.model),
    params: storableJson(order.params),
    system_prompt: storableJsonOrNull(order.systemPrompt),
    allowed_tools: order.allowedTools.map(storableText),
    max_steps: order.limits.max_steps,
    max_tool_calls: order.limits.max_tool_calls,
    timeout_ms: order.limits.timeout_ms,
    token_budget: order.limits.token_budget,
    usage: storableJson(emptyUsage()),
    next_seq: 1,
    idempotency_key: order.idempotency?.key ?? null,
    idempotency_hash: order.idempotency?.hash ?? null,
    created_at: new Date(order.now),
    constraints: storableJsonOrNull(order.constraints),
    ...(claim && {
      owner: claim.owner,
      epoch: 1,
      lease_until: new Date(claim.leaseUntil),
      started_at: new Date(order.now),
    }),
  };
  return `INSERT INTO runs (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).map(bind).join(', ')} FROM place RETURNING *`;
}

function startedEvent(order: RunOrder): RunEventDraft {
  const { provider, model } = order.provider;
  return {
    type: 'run_started',
    requestId: '',
    iteration: 0,
    timestamp: order.now,
    provider,
    model,
    limits: order.limits,
  };
}

/** Two creations met: the loser learns which run won. */
async function settleConflict(pool: Pool, order: RunOrder, error: unknown): Promise<RunCreation> {
  const constraint = uniqueViolation(error);
  if (constraint === null) throw error;
  if (order.idempotency) {
    const { rows } = await pool.query<{ id: string; idempotency_hash: string }>(
      'SELECT id, idempotency_hash FROM runs WHERE user_id = $1 AND idempotency_key = $2',
      [order.userId, order.idempotency.key],
    );
    const [row] = rows;
    if (row) return { kind: row.idempotency_hash === order.idempotency.hash ? 'repeat' : 'other_body', runId: row.id };
  }
  if (constraint === 'runs_active_session_key') {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM runs WHERE session_id = $1 AND user_id = $2 AND status IN ('queued', 'running', 'waiting_permission')`,
      [order.session.id, order.userId],
    );
    if (rows[0]) return { kind: 'busy', runId: rows[0].id };
  }
  throw error;
}
