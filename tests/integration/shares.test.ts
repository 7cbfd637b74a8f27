import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUT as putProvider } from '@/app/api/providers/[id]/route';
import { GET as getMessages } from '@/app/api/sessions/[id]/messages/route';
import { PATCH as patchSession, DELETE as removeSession } from '@/app/api/sessions/[id]/route';
import { POST as preview } from '@/app/api/sessions/[id]/shares/preview/route';
import { POST as create, GET as listOfSession } from '@/app/api/sessions/[id]/shares/route';
import { GET as card } from '@/app/api/share/[token]/card/route';
import { POST as forkShare } from '@/app/api/share/[token]/fork/route';
import { GET as read } from '@/app/api/share/[token]/route';
import { POST as unlock } from '@/app/api/share/[token]/unlock/route';
import { POST as view } from '@/app/api/share/[token]/view/route';
import { PATCH as patch, DELETE as revoke } from '@/app/api/shares/[id]/route';
import { GET as list } from '@/app/api/shares/route';
import { deleteExpiredShares } from '@/lib/db/expired-shares';
import { container } from '@/lib/server/container';
import { type Answer, call, origin, type SignedUp, signUp } from '../support/api-client';
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

const lines = [
  { role: 'user' as const, content: 'first prompt' },
  {
    role: 'assistant' as const,
    content: 'thinking about it',
    more: {
      reasoningContent: 'CANARY-THINKING',
      toolCalls: [
        {
          id: 'tc_canary',
          name: 'system.echo',
          args: { text: 'CANARY-ARGS' },
          iteration: 1,
          timestamp: 1,
          providerCallId: 'CANARY-CALL',
        },
      ],
      providerState: { provider: 'mock', model: 'mock-1', data: 'CANARY-STATE' },
    },
  },
  {
    role: 'tool' as const,
    content: 'CANARY-RESULT',
    more: {
      toolResult: {
        toolCallId: 'tc_canary',
        toolName: 'system.echo',
        result: 'CANARY-RESULT',
        summary: 'CANARY-RESULT',
        success: true,
        durationMs: 1,
        timestamp: 2,
      },
    },
  },
  { role: 'assistant' as const, content: 'the answer' },
];
const share = (id: string, json: Record<string, unknown> = {}) =>
  as(anna, create, { id, json: { include: {}, ...json } });
const tokenOf = (answer: Answer): string => answer.body.url.split('/share/')[1];
const open = (token: string, headers: Record<string, string> = {}) => call(read, { params: { token }, headers });

describe('a share', () => {
  it('detail: API keys in public shares', async () => {
    const own = 'own-provider-key-0001';
    await as(anna, putProvider, { id: 'deepseek', method: 'PUT', json: { api_key: own } });
    const secrets = ['sk-abcdefghijklmnopqrstuvwx', 'hunter2hunter2', own];
    const [key, password] = secrets;
    const { id } = await conversation(world, anna, [
      { role: 'user', content: `use ${key} and postgres://admin:${password}@db/x` },
      {
        role: 'assistant',
        content: `I use ${own}`,
        more: {
          reasoningContent: `the key is ${key}`,
          toolCalls: [{ id: 'tc_k', name: 'run_code', args: { password }, iteration: 1, timestamp: 1 }],
        },
      },
      {
        role: 'tool',
        content: '',
        more: {
          toolResult: {
            toolCallId: 'tc_k',
            toolName: 'run_code',
            result: { result: key, console: [] },
            success: true,
            durationMs: 1,
            timestamp: 2,
          },
        },
      },
    ]);
    const all = { thinking: true, tools: true };
    const [safe, candid] = [await share(id, { include: all }), await share(id, { include: { ...all, secrets: true } })];
    const shown = JSON.stringify((await open(tokenOf(safe))).body);
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(shown).toContain('postgres://admin:••••••@db/x');
    // Who says so shows what he wrote, but never a key that is in use.
    const whole = JSON.stringify((await open(tokenOf(candid))).body);
    expect(secrets.filter((secret) => whole.includes(secret))).toEqual([key, password]);
    // What comes later is looked at as well.
    await as(anna, patch, { id: safe.body.id, method: 'PATCH', json: { publish: true } });
    expect((await open(tokenOf(safe))).body.messages).toEqual(JSON.parse(shown).messages);
  });

  it('shows role, text and time, and nothing that was not switched on', async () => {
    const { id, messages } = await conversation(world, anna, lines);
    const made = await share(id);
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(new RegExp(`^${origin}/share/[A-Za-z0-9]{40,}$`));
    const shown = await open(tokenOf(made));
    expect(shown.headers.get('x-robots-tag')).toContain('noindex');
    expect(Object.keys(shown.body).sort()).toEqual(['language', 'messages', 'published_at', 'title']);
    expect(shown.body.messages.map((message: object) => Object.keys(message).sort())).toEqual(
      Array(3).fill(['content', 'created_at', 'role']),
    );
    const text = JSON.stringify(shown.body);
    for (const secret of ['CANARY', id, anna.id, anna.email, made.body.id, ...messages])
      expect(text).not.toContain(secret);
    expect(shown.body.title).toBe('Shared conversation');
    expect(shown.headers.getSetCookie()).toEqual([]);
  });

  it('shows thinking and tools once the sharer says so, still without ids', async () => {
    const { id } = await conversation(world, anna, lines);
    const made = await share(id, { include: { thinking: true, tools: true } });
    const shown = await open(tokenOf(made));
    expect(shown.body.messages[1]).toMatchObject({
      thinking: 'CANARY-THINKING',
      tools: [{ name: 'system.echo', args: { text: 'CANARY-ARGS' }, success: true, result: 'CANARY-RESULT' }],
    });
    for (const secret of ['tc_canary', 'CANARY-CALL', 'CANARY-STATE'])
      expect(JSON.stringify(shown.body)).not.toContain(secret);
  });

  it('detail: live shares that show later messages', async () => {
    const { id, messages } = await conversation(world, anna, lines.slice(0, 1));
    const made = await share(id);
    const token = tokenOf(made);
    await world.database.prisma.message.update({ where: { id: messages[0]! }, data: { content: 'edited later' } });
    expect((await open(token)).body.messages[0].content).toBe('first prompt');
    const same = await as(anna, patch, { id: made.body.id, method: 'PATCH', json: {} });
    expect([same.status, same.body.url]).toEqual([200, undefined]);
    expect((await open(token)).body.messages[0].content).toBe('first prompt');
    expect(
      (await as(anna, patch, { id: made.body.id, method: 'PATCH', json: { publish: true, label: 'mine' } })).body.label,
    ).toBe('mine');
    expect((await open(token)).body.messages[0].content).toBe('edited later');
  });

  it('is gone at once: revoked, rotated, expired, with its session; always the same 404', async () => {
    const { id } = await conversation(world, anna, lines);
    const unknown = await open('A'.repeat(43));
    expect(unknown.status).toBe(404);
    const made = await share(id);
    const rotated = await as(anna, patch, { id: made.body.id, method: 'PATCH', json: { new_url: true } });
    expect((await open(tokenOf(rotated))).status).toBe(200);
    expect((await as(anna, revoke, { id: made.body.id, method: 'DELETE' })).status).toBe(204);
    expect((await as(anna, revoke, { id: made.body.id, method: 'DELETE' })).status).toBe(204);
    const brief = await share(id, { expires_in: 60 });
    expect((await as(anna, listOfSession, { id })).body.items).toHaveLength(1);
    world.clock.offset += 61_000;
    // Over for its owner as well: nothing brings it back, and nothing of it is kept.
    expect((await as(anna, listOfSession, { id })).body.items).toEqual([]);
    const revived = await as(anna, patch, { id: brief.body.id, method: 'PATCH', json: { expires_in: null } });
    expect(revived.status).toBe(404);
    const { signal } = new AbortController();
    await deleteExpiredShares(world.database.pool, { now: Date.now() + world.clock.offset, signal });
    expect(await world.database.prisma.share.count({ where: { sessionId: id } })).toBe(0);
    expect((await as(anna, revoke, { id: brief.body.id, method: 'DELETE' })).status).toBe(204);
    const last = await share(id);
    expect((await call(card, { params: { token: tokenOf(last) } })).status).toBe(200);
    await as(anna, removeSession, { id, method: 'DELETE' });
    for (const gone of [made, rotated, brief, last]) {
      const answer = await open(tokenOf(gone));
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      expect((await call(view, { method: 'POST', params: { token: tokenOf(gone) } })).status).toBe(404);
      expect((await call(card, { params: { token: tokenOf(gone) } })).status).toBe(404);
    }
    for (const guess of [id, made.body.id, tokenOf(last).toUpperCase(), tokenOf(last).slice(0, -1), '../x']) {
      expect((await open(guess)).status).toBe(404);
    }
  });

  it('with a passphrase shows nothing, title included, before it is unlocked, five tries at most', async () => {
    const { id } = await conversation(world, anna, lines);
    const made = await share(id, { passphrase: 'open sesame' });
    const token = tokenOf(made);
    expect(made.body.has_passphrase).toBe(true);
    const locked = await open(token);
    expect([locked.status, Object.keys(locked.body)]).toEqual([403, ['error']]);
    const attempt = (passphrase: string) => call(unlock, { params: { token }, json: { passphrase } });
    expect((await attempt('wrong')).status).toBe(403);
    const right = await attempt('open sesame');
    expect(right.status).toBe(204);
    const cookies = right.headers.getSetCookie();
    expect(cookies.map((cookie) => /Path=([^;]+); .*HttpOnly/.exec(cookie)?.[1])).toEqual([
      `/share/${token}`,
      `/api/share/${token}`,
    ]);
    const cookie = cookies[0]!.split(';')[0]!;
    expect((await open(token, { cookie })).body.messages).toHaveLength(3);
    await as(anna, patch, { id: made.body.id, method: 'PATCH', json: { passphrase: 'another one' } });
    expect((await open(token, { cookie })).status).toBe(403);
    // Right ones do not count: many readers may sit behind one address.
    for (let tries = 0; tries < 6; tries += 1) expect((await attempt('another one')).status).toBe(204);
    for (let tries = 0; tries < 4; tries += 1) expect((await attempt('guess')).status).toBe(403);
    const stopped = await attempt('another one');
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    // Nor may a hundred addresses guess together.
    world.clock.offset += 16 * 60_000;
    const ofLink = { limit: 100, windowMs: 15 * 60_000 };
    await Promise.all(
      Array.from({ length: 100 }, () => container().rates.consume(`share-link:${made.body.id}`, ofLink)),
    );
    expect((await attempt('another one')).status).toBe(429);
  });

  it("counts views by a call of its own and can be taken into one's own chats", async () => {
    const { id } = await conversation(world, anna, lines);
    const token = tokenOf(await share(id));
    await open(token);
    expect((await call(view, { method: 'POST', params: { token } })).status).toBe(204);
    const mine = (await as(anna, list)).body.items.find((item: { session_id: string }) => item.session_id === id);
    expect(mine).toMatchObject({
      views: 1,
      last4: token.slice(-4),
      session_title: 'first prompt',
      has_passphrase: false,
    });
    expect((await call(forkShare, { method: 'POST', params: { token } })).status).toBe(401);
    const taken = await as(ben, forkShare, { method: 'POST', params: { token } });
    expect(taken.status).toBe(201);
    const copied = (await as(ben, getMessages, { id: taken.body.id })).body.items;
    expect(copied.map((message: { content: string }) => message.content).reverse()).toEqual([
      'first prompt',
      'thinking about it',
      'the answer',
    ]);
    expect(copied.map((message: { origin?: string }) => message.origin)).toEqual(Array(3).fill('share'));
    expect(JSON.stringify(copied)).not.toContain('CANARY');
  });

  it('is previewed with what would be visible and what looks like a secret', async () => {
    const { id } = await conversation(world, anna, [
      { role: 'user', content: 'my key is sk-abcdefghijklmnopqrstuvwx' },
      { role: 'assistant', content: '好的' },
    ]);
    const shown = await as(anna, preview, { id, json: {} });
    expect(shown.body).toMatchObject({
      messages: 2,
      findings: [{ kind: 'api_key', part: 'text', message: 1, name: null, hidden: true }],
      share: { language: 'en', messages: [{ role: 'user' }, { role: 'assistant', content: '好的' }] },
    });
    expect(JSON.stringify(shown.body)).not.toContain('abcdefghijklmnopqrstuvwx');
  });

  it('never quotes the first prompt as a title, and says when the chat has gone on', async () => {
    const { id } = await conversation(world, anna, lines);
    const titleOf = async (title: string) => {
      await as(anna, patchSession, { id, method: 'PATCH', json: { title } });
      return (await share(id)).body;
    };
    expect((await titleOf('First prompt…')).title).toBe('Shared conversation');
    const chosen = await titleOf('园艺计划');
    expect([chosen.title, chosen.has_newer]).toEqual(['园艺计划', false]);
    const { prisma } = world.database;
    const head = await prisma.message.findFirst({ where: { sessionId: id, role: 'user' } });
    await prisma.session.update({ where: { id }, data: { headMessageId: head?.id ?? null } });
    const [now] = (await as(anna, listOfSession, { id })).body.items;
    expect(now.has_newer).toBe(true);
  });

  it('belongs to its owner alone', async () => {
    const { id } = await conversation(world, anna, lines);
    const made = await share(id);
    const foreign = await as(ben, patch, { id: made.body.id, method: 'PATCH', json: {} });
    const unknown = await as(ben, patch, { id: 'sh_none', method: 'PATCH', json: {} });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await as(ben, revoke, { id: made.body.id, method: 'DELETE' })).status).toBe(404);
    expect((await as(ben, create, { id, json: { include: {} } })).status).toBe(404);
    expect((await as(ben, listOfSession, { id })).status).toBe(404);
    expect((await as(ben, list)).body.items).toEqual([]);
    expect((await open(tokenOf(made))).status).toBe(200);
    expect((await share(id, { userId: ben.id })).status).toBe(400);
  });
});
