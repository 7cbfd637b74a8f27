import 'server-only';
import type { Pool, PoolClient } from 'pg';
import type { NewMessage } from '@/lib/agent/ports';
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
import { insertEvents, sealEvent } from './event-store';
import { createLanes } from './lanes';
import { insertMessageRow } from './message-rows';
import { inTransaction, type Queryable, uniqueViolation } from './sql';
import { storableJson, storableJsonOrNull, storableText } from './storable';
import { attachFiles } from './workspace-attach';

/** Key space of the locks that order the creations of a user. */
const CREATION_SPACE = 0x4d43;
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

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
  | { kind: 'created'; firstEvent: RunEvent }
  | { kind: 'repeat' | 'other_body' | 'busy'; runId: string }
  | { kind: 'too_many' | 'no_session' | 'no_message' | 'no_file' };

/** Whoever waits for a creation of the same user waits here, not with a connection that others need. */
const inLane = createLanes();

/** Stores the user's message, the run and its first event in one transaction, or says why not. */
export function createRunRow(pool: Pool, order: RunOrder): Promise<RunCreation> {
  return inLane(order.userId, () => createInTurn(pool, order));
}

/** Takes back what the transaction has written before the missing file was noticed. */
class MissingFile extends Error {}

async function createInTurn(pool: Pool, order: RunOrder): Promise<RunCreation> {
  try {
    const outcome = await inTransaction(pool, (client) => create(client, order));
    if (outcome === null) throw new Error('creating a run gave no outcome');
    return outcome;
  } catch (error) {
    if (error instanceof MissingFile) return { kind: 'no_file' };
    return settleConflict(pool, order, error);
  }
}

async function create(client: PoolClient, order: RunOrder): Promise<RunCreation> {
  // One creation of a user at a time: keys and caps are checked against what is committed.
  await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [CREATION_SPACE, order.userId]);
  const repeat = await findRepeat(client, order);
  if (repeat) return repeat;
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM runs WHERE user_id = $1 AND status IN ('queued', 'running')`,
    [order.userId],
  );
  if ((rows[0]?.n ?? 0) >= order.maxActive) return { kind: 'too_many' };
  const place = await placeMessage(client, order);
  if ('kind' in place) return place;
  const attachment = { userId: order.userId, sessionId: order.session.id, messageId: place.messageId };
  if (!(await attachFiles(client, order.fileIds ?? [], attachment))) throw new MissingFile();
  await insertRun(client, order, place.messageId);
  const started = startedEvent(order);
  await insertEvents(client, { runId: order.id, sessionId: order.session.id, firstSeq: 0 }, [started]);
  return { kind: 'created', firstEvent: sealEvent(started, { runId: order.id, sessionId: order.session.id, seq: 0 }) };
}

async function findRepeat(client: Queryable, order: RunOrder): Promise<RunCreation | null> {
  if (!order.idempotency) return null;
  const { key, hash } = order.idempotency;
  const { rows } = await client.query<{ id: string; idempotency_hash: string; created_at: Date }>(
    'SELECT id, idempotency_hash, created_at FROM runs WHERE user_id = $1 AND idempotency_key = $2 FOR UPDATE',
    [order.userId, key],
  );
  const row = rows[0];
  if (!row) return null;
  if (order.now - row.created_at.getTime() > KEY_LIFETIME_MS) {
    await client.query('UPDATE runs SET idempotency_key = NULL WHERE id = $1', [row.id]);
    return null;
  }
  return { kind: row.idempotency_hash === hash ? 'repeat' : 'other_body', runId: row.id };
}

async function placeMessage(client: Queryable, order: RunOrder): Promise<{ messageId: string } | RunCreation> {
  const head = await openSession(client, order);
  if (head === undefined) return { kind: 'no_session' };
  const { placement, userId } = order;
  const sessionId = order.session.id;
  if (placement.kind === 'regenerate') {
    const messageId = await questionOf(client, { userId, sessionId, messageId: placement.replacesId });
    if (messageId === null) return { kind: 'no_message' };
    await moveHead(client, sessionId, messageId);
    return { messageId };
  }
  const parentId = placement.kind === 'head' ? head : placement.parentId;
  if (
    placement.kind === 'below' &&
    parentId !== null &&
    !(await ownsMessage(client, { userId, sessionId, messageId: parentId }))
  ) {
    return { kind: 'no_message' };
  }
  await insertMessageRow(client, { sessionId, userId, runId: order.id, parentId }, order.message);
  await moveHead(client, sessionId, order.message.id);
  return { messageId: order.message.id };
}

/** The session's head, null for an empty one, undefined when it is not this user's. */
async function openSession(client: Queryable, order: RunOrder): Promise<string | null | undefined> {
  const { session, userId } = order;
  if (session.create) {
    await client.query('INSERT INTO sessions (id, user_id, title) VALUES ($1, $2, $3)', [
      session.id,
      userId,
      storableText(session.create.title),
    ]);
    return null;
  }
  const { rows } = await client.query<{ head_message_id: string | null; title: string | null }>(
    'SELECT head_message_id, title FROM sessions WHERE id = $1 AND user_id = $2 FOR UPDATE',
    [session.id, userId],
  );
  return rows[0]?.head_message_id ?? (rows[0] ? null : undefined);
}

async function moveHead(client: Queryable, sessionId: string, messageId: string): Promise<void> {
  await client.query('UPDATE sessions SET head_message_id = $2, updated_at = now() WHERE id = $1', [
    sessionId,
    messageId,
  ]);
}

interface MessageRef {
  userId: string;
  sessionId: string;
  messageId: string;
}

async function ownsMessage(client: Queryable, ref: MessageRef): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM messages WHERE id = $1 AND session_id = $2 AND user_id = $3', [
    ref.messageId,
    ref.sessionId,
    ref.userId,
  ]);
  return rows.length > 0;
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

async function insertRun(client: Queryable, order: RunOrder, messageId: string): Promise<void> {
  await client.query(
    `INSERT INTO runs (id, user_id, session_id, status, phase, input, input_message_id, tail_message_id, provider_id, model, params, system_prompt,
       allowed_tools, max_steps, max_tool_calls, timeout_ms, token_budget, usage, next_seq, idempotency_key, idempotency_hash, created_at, constraints)
     VALUES ($1,$2,$3,'queued','queued',$4,$5,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,1,$16,$17,$18,$19)`,
    [
      order.id,
      order.userId,
      order.session.id,
      storableText(order.message.content),
      messageId,
      storableText(order.provider.provider),
      storableText(order.provider.model),
      storableJson(order.params),
      storableJsonOrNull(order.systemPrompt),
      order.allowedTools.map(storableText),
      order.limits.max_steps,
      order.limits.max_tool_calls,
      order.limits.timeout_ms,
      order.limits.token_budget,
      storableJson(emptyUsage()),
      order.idempotency?.key ?? null,
      order.idempotency?.hash ?? null,
      new Date(order.now),
      storableJsonOrNull(order.constraints),
    ],
  );
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
  const repeat = await findRepeat(pool, order);
  if (repeat) return repeat;
  if (constraint === 'runs_active_session_key') {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM runs WHERE session_id = $1 AND user_id = $2 AND status IN ('queued', 'running', 'waiting_permission')`,
      [order.session.id, order.userId],
    );
    if (rows[0]) return { kind: 'busy', runId: rows[0].id };
  }
  throw error;
}
