import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as createRun } from '@/app/api/agent/runs/route';
import { GET as getContext } from '@/app/api/sessions/[id]/context/route';
import { GET as getMessages } from '@/app/api/sessions/[id]/messages/route';
import { GET as get, PATCH as patch } from '@/app/api/sessions/[id]/route';
import { GET as getUsage } from '@/app/api/sessions/[id]/usage/route';
import type { PrismaClient } from '@/lib/db/client';
import { createMessageStore } from '@/lib/db/message-store';
import { createMessages } from '@/lib/server/messages';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ben: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  ben = await signUp('ben');
});
afterAll(() => world.database.drop());

interface Item {
  readonly id: string;
  readonly content: string;
  readonly siblings?: { index: number; count: number; previous: string | null; next: string | null };
}

async function ask(user: SignedUp, order: Record<string, unknown>): Promise<string> {
  const json = { provider_id: 'mock', model: 'mock-1', allowed_tools: [], ...order };
  const { body, status } = await as(user, createRun, { json });
  expect(status, JSON.stringify(body)).toBe(201);
  await expect.poll(async () => (await as(user, get, { id: body.session_id })).body.active_run).toBeNull();
  return body.session_id;
}

const pageOf = async (user: SignedUp, id: string, query = '') =>
  (await as(user, getMessages, { id, path: `/x?${query}` })).body;
const shown = (items: readonly Item[]) => items.toReversed().map((item) => item.content.slice(0, 12));
const switchTo = (user: SignedUp, id: string, messageId: string) =>
  as(user, patch, { id, method: 'PATCH', json: { branch_message_id: messageId } });

describe('branches of a conversation', () => {
  it('are listed with the messages, and a switch goes to where a branch was last', async () => {
    const id = await ask(anna, { input: 'first question' });
    await ask(anna, { input: 'follow-up', session_id: id });
    const before = (await pageOf(anna, id)).items as Item[];
    expect(before).toHaveLength(4);
    expect(before.some((item) => item.siblings)).toBe(false);
    const [, , firstAnswer, firstQuestion] = before;
    await ask(anna, { input: 'edited', session_id: id, parent_message_id: null });
    const edited = (await pageOf(anna, id)).items as Item[];
    expect(edited).toHaveLength(2);
    const place = { index: 1, count: 2, previous: firstQuestion?.id, next: null };
    expect(edited.map((item) => item.siblings)).toEqual([undefined, place]);

    const back = await switchTo(anna, id, firstQuestion?.id ?? '');
    expect(back.body.head_message_id).toBe(before[0]?.id);
    const again = (await pageOf(anna, id)).items as Item[];
    expect(shown(again)).toEqual(shown(before));
    expect(again.at(-1)?.siblings).toEqual({ index: 0, count: 2, previous: null, next: edited[1]?.id });

    await ask(anna, { input: 'first question', session_id: id, replaces_message_id: firstAnswer?.id });
    const regenerated = (await pageOf(anna, id)).items as Item[];
    expect(regenerated[0]?.siblings).toMatchObject({ index: 1, count: 2, previous: firstAnswer?.id });
    expect(regenerated[1]?.id).toBe(firstQuestion?.id);
    const { length } = (await world.database.prisma.message.findMany({ where: { sessionId: id } })) as unknown[];
    expect(length).toBe(7);
  });

  it('are never lost: what lies below the end of the one shown is said, and a message on it keeps it', async () => {
    const { id, messages } = await conversation(world, anna, [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
      { role: 'assistant', content: 'd' },
    ]);
    const [, second = '', third = '', last = ''] = messages;
    expect((await pageOf(anna, id)).below).toBeNull();
    await as(anna, patch, { id, method: 'PATCH', json: { head_message_id: second } });
    const page = await pageOf(anna, id);
    expect([shown(page.items), page.below]).toEqual([['a', 'b'], { count: 1, newest: third }]);
    const stays = await switchTo(anna, id, messages[0] ?? '');
    expect(stays.body.head_message_id).toBe(second);
    expect((await switchTo(anna, id, third)).body.head_message_id).toBe(last);
  });

  it('belong to one person and one conversation', async () => {
    const mine = await conversation(world, anna, [{ role: 'user', content: 'mine' }]);
    const other = await conversation(world, anna, [{ role: 'user', content: 'other' }]);
    const theirs = await conversation(world, ben, [{ role: 'user', content: 'theirs' }]);
    expect((await switchTo(ben, mine.id, mine.messages[0] ?? '')).status).toBe(404);
    for (const messageId of [other.messages[0], theirs.messages[0], 'msg_none']) {
      const refused = await switchTo(anna, mine.id, messageId ?? '');
      expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'branch_message_id']);
    }
    expect(((await pageOf(anna, mine.id)).items as Item[])[0]?.siblings).toBeUndefined();
    for (const route of [getContext, getUsage, getMessages]) expect((await as(ben, route, mine)).status).toBe(404);
  });

  it('are not switched while a run goes on, but what is shown can be asked for', async () => {
    const id = await ask(anna, { input: 'one' });
    const [, question] = (await pageOf(anna, id)).items as Item[];
    await ask(anna, { input: 'two', session_id: id, parent_message_id: null });
    const order = { input: '/tool system.sleep {"ms":60000}', session_id: id, allowed_tools: ['*'] };
    const json = { provider_id: 'mock', model: 'mock-1', ...order };
    const run = (await as(anna, createRun, { json })).body;
    const refused = await switchTo(anna, id, question?.id ?? '');
    expect([refused.status, refused.body.current.id]).toEqual([409, run.id]);
    const [current] = (await pageOf(anna, id)).items as Item[];
    expect((await switchTo(anna, id, current?.id ?? '')).status).toBe(200);
  });
});

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

async function rowsRead(transaction: Transaction): Promise<number> {
  const [counted] = await transaction.$queryRaw<{ read: bigint }[]>`
    SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'messages'`;
  return Number(counted?.read);
}

/** Statements and rows of `messages` that one page of a conversation takes. */
async function costOf(sessionId: string, headMessageId: string) {
  return await world.database.prisma.$transaction(async (transaction) => {
    let statements = 0;
    const counting = new Proxy(transaction, {
      get(target, key) {
        if (key === '$queryRaw') statements += 1;
        return Reflect.get(target, key, target);
      },
    });
    const before = await rowsRead(transaction);
    const page = await createMessages(createMessageStore(counting as PrismaClient)).page(anna.id, sessionId, {
      headMessageId,
      limit: 50,
    });
    expect(page.items).toHaveLength(50);
    expect(page.items.filter((item) => item.siblings)).toHaveLength(5);
    return { statements, rows: (await rowsRead(transaction)) - before };
  });
}

/** A long path; every tenth message has a second version beside it. */
async function longTree(sessionId: string, length: number): Promise<void> {
  await world.database.pool.query(
    `WITH path AS (
       INSERT INTO messages (id, session_id, user_id, parent_id, depth, role, content)
       SELECT $1 || '_' || n, $1, $3, CASE WHEN n > 0 THEN $1 || '_' || (n - 1) END, n, 'user', repeat('x', 300)
       FROM generate_series(0, $2::int - 1) n
     )
     INSERT INTO messages (id, session_id, user_id, parent_id, depth, role, content)
     SELECT $1 || '_other_' || n, $1, $3, $1 || '_' || (n - 1), n, 'user', 'other'
     FROM generate_series(10, $2::int - 1, 10) n`,
    [sessionId, length, anna.id],
  );
}

describe('a page of a tree', () => {
  it('costs the same statements and rows in 10,000 messages as in 200', async () => {
    await longTree('s_small', 200);
    await longTree('s_large', 10_000);
    await world.database.pool.query('ANALYZE messages');
    const [small, large] = [await costOf('s_small', 's_small_199'), await costOf('s_large', 's_large_9999')];
    expect(small.statements).toBeLessThanOrEqual(5);
    expect(large).toEqual(small);
  });
});

describe('the context and the cost of a conversation', () => {
  it('are measured for the model asked for, and grow with what was said', async () => {
    const id = await ask(anna, { input: 'hello there' });
    const path = '/x?provider=mock&model=mock-1';
    const { body: first, status } = await as(anna, getContext, { id, path });
    expect([status, first.provider, first.model]).toEqual([200, 'mock', 'mock-1']);
    const sum = Object.values(first.parts as Record<string, number>).reduce((total, part) => total + part, 0);
    expect(sum).toBe(first.used);
    expect(first.window).toBe(first.fold_above + first.reserve);
    expect([first.will_fold, first.parts.system > 0, first.parts.tools > 0]).toEqual([false, true, true]);
    await ask(anna, { input: 'word '.repeat(2_000), session_id: id });
    const { body: second } = await as(anna, getContext, { id, path });
    expect(second.parts.history).toBeGreaterThan(first.parts.history + 2_000);
    expect(second.parts.system).toBe(first.parts.system);
    expect((await as(anna, getContext, { id, path: '/x?provider=nobody' })).status).toBe(404);
  });

  it('sum up every attempt, keep currencies apart and say what has no price', async () => {
    const id = await ask(anna, { input: 'cheap' });
    const run = await world.database.prisma.run.findFirstOrThrow({ where: { sessionId: id } });
    await world.database.prisma.attempt.deleteMany({ where: { runId: run.id } });
    const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
    const attempt = (number: number, cost?: { amount: number; currency: string }) => ({
      id: `at_${id}_${number}`,
      runId: run.id,
      userId: anna.id,
      step: 1,
      attempt: number,
      purpose: number === 2 ? 'summary' : 'chat',
      providerId: 'mock',
      model: 'mock-1',
      status: number === 1 ? 'failed' : 'done',
      usage,
      ...(cost && { meta: { cost } }),
    });
    const data = [
      attempt(1, { amount: 0.25, currency: 'USD' }),
      attempt(2, { amount: 0.5, currency: 'USD' }),
      attempt(3, { amount: 2, currency: 'CNY' }),
      attempt(4),
      { ...attempt(5), usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } },
    ];
    await world.database.prisma.attempt.createMany({ data });
    const { body } = await as(anna, getUsage, { id });
    const costs = [
      { currency: 'CNY', amount: 2 },
      { currency: 'USD', amount: 0.75 },
    ];
    expect(body).toEqual({
      attempts: 5,
      unpriced_attempts: 1,
      input_tokens: 40,
      output_tokens: 20,
      total_tokens: 60,
      costs,
    });
    expect((await pageOf(anna, id)).spent).toEqual({ [run.id]: body });
  });
});
