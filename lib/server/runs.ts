import 'server-only';
import { cancelRun } from '@/lib/agent/cancel';
import { defaultSystemPrompt } from '@/lib/agent/context/build';
import { estimateMessageTokens } from '@/lib/agent/context/estimate-tokens';
import { decidePermission } from '@/lib/agent/permission/decide';
import type { EventSink, PermissionAnswer } from '@/lib/agent/ports';
import type { Runtime } from '@/lib/agent/runtime';
import { steerRun } from '@/lib/agent/steer';
import type { Worker } from '@/lib/agent/worker';
import { hashArgs } from '@/lib/crypto/canonical-json';
import type { Pool } from '@/lib/db/client';
import type { RunBus } from '@/lib/db/run-bus';
import { createRunRow, type Placement, type RunCreation, type RunOrder } from '@/lib/db/run-creation';
import type { RunQueries } from '@/lib/db/run-queries';
import { titleFrom } from '@/lib/db/session-title';
import { limitOf, type UserLimit } from '@/lib/db/user-limit';
import type { AgentRun, MetonaModelRef, MetonaSystemPrompt, PermissionRequest } from '@/lib/ir';
import { assertNever } from '@/lib/ir/assert-never';
import { conflict, invalid, notFound, rateLimited } from './http/problem';
import type { CreateRunBody, RunListQuery } from './run-schemas';

const MAX_TOOL_CALLS = 100;

export interface RunDependencies {
  readonly pool: Pool;
  readonly runtime: Runtime;
  readonly worker: Worker;
  readonly bus: RunBus;
  readonly queries: RunQueries;
  readonly onCommitted: EventSink;
  readonly maxActive: UserLimit;
  /** The provider and model of a run that names neither or only one; throws when it cannot be used. */
  readonly chooseModel: (userId: string, wanted: { provider?: string; model?: string }) => Promise<MetonaModelRef>;
}

interface Begun {
  readonly id: string;
  readonly session_id: string;
  readonly created: boolean;
  /** This process works on it, and has written all there is of it. */
  readonly isOurs: boolean;
}

/** Starts a run without reading it back: whoever follows its stream learns everything from there. */
function createBegin(
  deps: RunDependencies,
  of: { find: (userId: string, runId: string) => Promise<AgentRun>; wake: () => void },
) {
  return async (userId: string, body: CreateRunBody): Promise<Begun> => {
    const wanted = {
      ...(body.provider_id !== undefined && { provider: body.provider_id }),
      ...(body.model !== undefined && { model: body.model }),
    };
    const [provider, maxActive] = await Promise.all([
      deps.chooseModel(userId, wanted),
      limitOf(deps.maxActive, userId),
    ]);
    const order = toOrder(deps, userId, { body, provider, maxActive });
    const outcome = await deps.worker.claimNew(async (claim) => {
      const created = await createRunRow(deps.pool, order, claim);
      if (created.kind === 'created') deps.onCommitted(order.id, [created.firstEvent]);
      return created;
    });
    if (outcome.kind === 'created') {
      const isOurs = outcome.run !== undefined;
      if (!isOurs) of.wake();
      return { id: order.id, session_id: order.session.id, created: true, isOurs };
    }
    const { id, session_id } = await settled(outcome, (runId) => of.find(userId, runId));
    return { id, session_id, created: false, isOurs: false };
  };
}

/** Runs of one user: starting, looking at, stopping, and answering what they ask. */
export function createRuns(deps: RunDependencies) {
  const { runtime, worker, bus, queries } = deps;

  const find = async (userId: string, runId: string): Promise<AgentRun> => {
    const run = await queries.find(userId, runId);
    if (!run) throw notFound();
    return run;
  };

  const cancel = async (userId: string, runId: string): Promise<AgentRun> => {
    const outcome = await cancelRun(runtime, { userId, runId });
    if (outcome === null) throw notFound();
    if (outcome === 'requested' && !worker.stop(runId, 'cancelled')) bus.send({ kind: 'cancel', runId });
    return find(userId, runId);
  };

  const wake = () => {
    worker.wake();
    bus.send({ kind: 'queued' });
  };

  const begin = createBegin(deps, { find, wake });

  return {
    find,
    begin,

    async create(userId: string, body: CreateRunBody): Promise<{ run: AgentRun; created: boolean }> {
      const { id, created } = await begin(userId, body);
      return { run: await find(userId, id), created };
    },

    async list(userId: string, query: RunListQuery) {
      const items = await queries.list(userId, {
        limit: query.limit + 1,
        ...(query.session_id !== undefined && { sessionId: query.session_id }),
        ...(query.status !== undefined && { status: query.status }),
        ...(query.cursor !== undefined && { before: readCursor(query.cursor) }),
      });
      const page = items.slice(0, query.limit);
      const last = page.at(-1);
      return { items: page, next_cursor: items.length > query.limit && last ? `${last.created_at}~${last.id}` : null };
    },

    cancel,

    /** Stops what an account has going on. */
    async endAll(userId: string): Promise<void> {
      for (const status of ['running', 'queued', 'waiting_permission'] as const) {
        for (const { id } of await queries.list(userId, { limit: 1_000, status })) await cancel(userId, id);
      }
    },

    /** Leaves a message for a run that is going on. */
    async steer(userId: string, runId: string, input: string): Promise<AgentRun> {
      const outcome = await steerRun(runtime, { userId, runId, input });
      if (outcome === null) throw notFound();
      if (outcome !== 'accepted') throw refusedSteer(outcome, await find(userId, runId));
      return find(userId, runId);
    },

    async openPermissions(userId: string) {
      return { items: await queries.openPermissions(userId), next_cursor: null };
    },

    async findPermission(userId: string, runId: string, requestId: string): Promise<PermissionRequest> {
      const request = await queries.findPermission(userId, runId, requestId);
      if (!request) throw notFound();
      return request;
    },

    async decide(
      userId: string,
      of: { runId: string; requestId: string; answer: PermissionAnswer },
    ): Promise<PermissionRequest> {
      const outcome = await decidePermission(runtime, { userId, ...of });
      if (outcome.kind === 'not_found') throw notFound();
      if (outcome.kind === 'invalid') throw invalid(outcome.issues);
      if (outcome.wake) wake();
      if (outcome.kind === 'conflict')
        throw conflict(`This request is already ${outcome.request.status}.`, outcome.request);
      return outcome.request;
    },
  };
}

function refusedSteer(outcome: 'over' | 'too_many', run: AgentRun) {
  switch (outcome) {
    case 'over':
      return conflict('This run is over; send the message as a new one.', run);
    case 'too_many':
      return rateLimited(5_000, 'As many messages as are allowed already wait for this run.');
    default:
      return assertNever(outcome);
  }
}

async function settled(
  outcome: Exclude<RunCreation, { kind: 'created' }>,
  find: (runId: string) => Promise<AgentRun>,
): Promise<AgentRun> {
  switch (outcome.kind) {
    case 'repeat':
      return find(outcome.runId);
    case 'other_body':
      throw conflict('This idempotency_key was used with another body.', await find(outcome.runId));
    case 'busy':
      throw conflict('A run is still going on in this session.', await find(outcome.runId));
    case 'too_many':
      throw rateLimited(1_000, 'You have as many runs going on as are allowed at once; wait for one to end.');
    default:
      throw notFound();
  }
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [time = '', id = ''] = cursor.split('~');
  const createdAt = new Date(time);
  if (Number.isNaN(createdAt.getTime()) || id === '')
    throw invalid([{ path: 'cursor', message: 'This cursor is not one of ours.' }]);
  return { createdAt, id };
}

function toOrder(
  deps: RunDependencies,
  userId: string,
  of: { body: CreateRunBody; provider: MetonaModelRef; maxActive: number },
): RunOrder {
  const { body, provider, maxActive } = of;
  const { ids, clock } = deps.runtime;
  const now = clock.now();
  const content = { role: 'user', content: body.input, ...(body.images && { images: body.images }) } as const;
  return {
    id: ids('run'),
    userId,
    session:
      body.session_id === undefined
        ? { id: ids('s'), create: { title: titleFrom(body.input) } }
        : { id: body.session_id, create: null },
    placement: placementOf(body),
    message: { ...content, id: ids('msg'), timestamp: now, tokenEstimate: estimateMessageTokens(content) },
    fileIds: body.files ?? [],
    provider,
    params: body.params ?? {},
    systemPrompt: promptOf(body.system_prompt),
    allowedTools: toolsOf(body),
    limits: {
      max_steps: body.max_steps,
      max_tool_calls: MAX_TOOL_CALLS,
      timeout_ms: body.timeout_ms,
      token_budget: body.token_budget ?? null,
    },
    constraints: body.constraints ?? null,
    idempotency: body.idempotency_key === undefined ? null : { key: body.idempotency_key, hash: hashArgs(body) },
    maxActive,
    now,
  };
}

/** The tools both lists allow; one of them alone says it all, and none of them means none. */
function toolsOf({ allowed_tools: own, constraints }: CreateRunBody): readonly string[] {
  const within = constraints?.allowedTools;
  if (own === undefined || within === undefined) return own ?? within ?? [];
  if (own.includes('*')) return within;
  return within.includes('*') ? own : own.filter((name) => within.includes(name));
}

function placementOf(body: CreateRunBody): Placement {
  if (body.replaces_message_id !== undefined) return { kind: 'regenerate', replacesId: body.replaces_message_id };
  if (body.parent_message_id !== undefined) return { kind: 'below', parentId: body.parent_message_id };
  return { kind: 'head' };
}

/** A text is the role definition; the parts it does not name stay as they are by default. */
export function promptOf(given: string | MetonaSystemPrompt | undefined): MetonaSystemPrompt | null {
  if (given === undefined) return null;
  return typeof given === 'string' ? { ...defaultSystemPrompt, roleDefinition: given } : given;
}
