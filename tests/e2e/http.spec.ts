import type { APIRequestContext } from 'playwright/test';
import { createAccount } from '@/tests/support/e2e-account';
import { expect, test } from '@/tests/support/e2e-test';

/** The bodies as the description of the AI core prints them. */
const bodies = {
  chat: '{"provider_id": "mock", "model": "mock-1", "messages": [{"role": "user", "content": "hello"}]}',
  run: '{"input": "hello", "provider_id": "mock", "model": "mock-1", "max_steps": 10}',
  toolRun: String.raw`{
    "input": "/tool math.add {\"left\":1,\"right\":2}",
    "provider_id": "mock",
    "model": "mock-1",
    "allowed_tools": ["math.add"]
  }`,
  allowOnce: '{"decision":"allow_once"}',
  allowSession: '{"decision":"allow_session"}',
  deny: '{"decision":"deny"}',
};

const noteRun = (title: string, session?: string) => ({
  input: `/tool notes.create ${JSON.stringify({ title })}`,
  provider_id: 'mock',
  model: 'mock-1',
  allowed_tools: ['notes.create'],
  ...(session !== undefined && { session_id: session }),
});

const json = { 'content-type': 'application/json' };

interface StreamEvent {
  readonly id: string | undefined;
  readonly data: Record<string, unknown> & { readonly type: string };
}

function parseStream(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'),
    }));
}

async function startRun(api: APIRequestContext, body: unknown) {
  const response = await api.post('/api/agent/runs', { headers: json, data: body });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

interface StoredRun {
  readonly status: string;
  readonly session_id: string;
  readonly output: string | null;
  readonly finished_at: string | null;
  readonly pending_permissions: readonly { id: string; status: string; permission: string }[];
  readonly tool_results: readonly { success: boolean; result: unknown; errorCode?: string }[];
}

async function runWhen(api: APIRequestContext, id: string, status: string): Promise<StoredRun> {
  let run: StoredRun | undefined;
  await expect(async () => {
    run = await (await api.get(`/api/agent/runs/${id}`)).json();
    expect(run?.status).toBe(status);
  }).toPass({ timeout: 15_000, intervals: [50, 100, 200] });
  return run!;
}

async function askForNote(api: APIRequestContext, title: string, session?: string) {
  const { id } = await startRun(api, noteRun(title, session));
  const run = await runWhen(api, id, 'waiting_permission');
  const request = run.pending_permissions[0]!;
  expect(request).toMatchObject({ status: 'open', permission: 'notes.write' });
  return { id, session: run.session_id, path: `/api/agent/runs/${id}/permissions/${request.id}` };
}

test('chat answers with the events of one model call', async ({ account }) => {
  const response = await account.api.post('/api/chat', { headers: json, data: bodies.chat });
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('text/event-stream; charset=utf-8');
  const events = parseStream(await response.text());
  const said = events.filter(({ data }) => data.type === 'text_delta').map(({ data }) => data.delta);
  expect(said.length).toBeGreaterThan(5);
  expect(said.join('')).toContain('You wrote: “hello”');
  expect(events.at(-1)?.data).toMatchObject({ type: 'done' });
  expect(events.some(({ data }) => data.type === 'error')).toBe(false);
  expect((await (await account.api.get('/api/agent/runs')).json()).items).toEqual([]);
});

test('a run is made, watched, replayed and resumed', async ({ account: { api } }) => {
  const made = await startRun(api, bodies.run);
  expect(made).toMatchObject({ input: 'hello', provider_id: 'mock', model: 'mock-1', limits: { max_steps: 10 } });
  const watched = await api.get(`/api/agent/runs/${made.id}/events`);
  const events = parseStream(await watched.text());
  expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index));
  expect(events[0]?.data.type).toBe('run_started');
  const run = await runWhen(api, made.id, 'completed');
  expect(run.output).toContain('You wrote: “hello”');
  const half = Math.floor(events.length / 2);
  const resumed = await api.get(`/api/agent/runs/${made.id}/events`, { headers: { 'last-event-id': String(half) } });
  expect(parseStream(await resumed.text())).toEqual(events.slice(half + 1));
  const over = await api.get(`/api/agent/runs/${made.id}/events?after=${events.length - 1}`);
  expect(over.status()).toBe(204);
  for (const after of [String(events.length), 'x', '-1']) {
    expect((await api.get(`/api/agent/runs/${made.id}/events?after=${after}`)).status()).toBe(400);
  }
});

test('a run uses the tools it was given, and no others', async ({ account: { api } }) => {
  const { id } = await startRun(api, bodies.toolRun);
  const run = await runWhen(api, id, 'completed');
  expect(run.tool_results).toMatchObject([{ success: true, toolName: 'math.add', result: { sum: 3 } }]);
  const refused = await startRun(api, { ...JSON.parse(bodies.toolRun), allowed_tools: [] });
  expect((await runWhen(api, refused.id, 'completed')).tool_results).toMatchObject([{ success: false }]);
  const tools = await (await api.get('/api/tools')).json();
  const names = (tools.items ?? tools).map((tool: { name: string }) => tool.name);
  expect(names).toEqual(expect.arrayContaining(['system.echo', 'math.add', 'notes.create', 'notes.search']));
});

test('the three decisions of a permission request', async ({ account: { api } }) => {
  const once = await askForNote(api, 'Once');
  const decided = await api.post(once.path, { headers: json, data: bodies.allowOnce });
  expect(await decided.json()).toMatchObject({ status: 'allowed_once' });
  await runWhen(api, once.id, 'completed');
  expect((await api.post(once.path, { headers: json, data: bodies.allowOnce })).status()).toBe(200);
  const other = await api.post(once.path, { headers: json, data: bodies.deny });
  expect(other.status()).toBe(409);
  expect(await other.json()).toMatchObject({ error: { code: 'conflict' }, current: { status: 'allowed_once' } });

  const denied = await askForNote(api, 'Denied');
  expect((await api.post(denied.path, { headers: json, data: bodies.deny })).status()).toBe(200);
  const run = await runWhen(api, denied.id, 'completed');
  expect(run.tool_results).toMatchObject([{ success: false, errorCode: 'denied' }]);

  const session = await askForNote(api, 'Session');
  expect((await api.post(session.path, { headers: json, data: bodies.allowSession })).status()).toBe(200);
  await runWhen(api, session.id, 'completed');
  const next = await startRun(api, noteRun('Not asked', session.session));
  expect((await runWhen(api, next.id, 'completed')).tool_results).toMatchObject([{ success: true }]);
  const { items } = await (await api.get('/api/permissions/grants')).json();
  expect(items).toMatchObject([{ tool: 'notes.create', session_id: session.session }]);
  const notes = await (await api.get('/api/notes')).json();
  expect(notes.items.map((note: { title: string }) => note.title).sort()).toEqual(['Not asked', 'Once', 'Session']);
});

test('a run is cancelled, twice if need be', async ({ account: { api } }) => {
  const { id } = await startRun(api, { input: 'count', provider_id: 'mock', model: 'mock-slow' });
  await runWhen(api, id, 'running');
  expect((await api.post(`/api/agent/runs/${id}/cancel`)).status()).toBe(202);
  const run = await runWhen(api, id, 'cancelled');
  const again = await api.post(`/api/agent/runs/${id}/cancel`);
  expect(again.status()).toBe(202);
  expect(await again.json()).toMatchObject({ status: 'cancelled', finished_at: run.finished_at });
});

test('what is malformed, unknown or foreign is refused in the documented form', async ({
  account: { api },
  origin,
}) => {
  const { id } = await startRun(api, bodies.run);
  const malformed = [
    { data: '{"input": ', status: 400, code: 'invalid_request' },
    { data: '{"input": "x", "surprise": 1}', status: 400, code: 'invalid_request' },
    { data: '{"input": 5}', status: 400, code: 'invalid_request' },
  ];
  for (const { data, status, code } of malformed) {
    const response = await api.post('/api/agent/runs', { headers: json, data: Buffer.from(data) });
    expect(response.status(), data).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code }, issues: [{ message: expect.any(String) }] });
  }
  const stranger = await createAccount(origin);
  const unknown = 'f'.repeat(id.length);
  const bodiesSeen: unknown[] = [];
  for (const [who, wanted] of [
    [stranger.api, id],
    [api, unknown],
  ] as const) {
    for (const end of ['', '/events', '/trace']) {
      const response = await who.get(`/api/agent/runs/${wanted}${end}`);
      expect(response.status()).toBe(404);
      bodiesSeen.push(await response.json());
    }
  }
  expect(new Set(bodiesSeen.map((body) => JSON.stringify(body))).size).toBe(1);
  const tooLarge = await api.post('/api/agent/runs', { headers: json, data: { input: 'x'.repeat(11_000_000) } });
  expect(tooLarge.status()).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  const nobody = await api.get('/api/agent/runs', { headers: { authorization: 'Bearer mtn_nobody' } });
  expect(nobody.status()).toBe(401);
  await stranger.api.dispose();
});
