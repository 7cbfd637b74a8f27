import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUT as putSettings } from '@/app/api/settings/route';
import { toolAbout } from '@/components/settings/tool-about';
import type { RunnableTool, ToolContext, ToolOutcome } from '@/lib/agent/ports';
import { DEFAULT_GRACE } from '@/lib/agent/runtime';
import { MetonaFailure } from '@/lib/ir';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
import { type SignedUp, signUp } from '../support/api-client';
import { type Arguments, fieldsOf, hostileArguments, hostileTexts, plainArguments } from '../support/hostile-arguments';
import { type ProviderServer, startProviderServer } from '../support/provider-server';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let engine: ProviderServer;
let sessionId: string;
let tools: RunnableTool[];

beforeAll(async () => {
  engine = await startProviderServer();
  engine.answer = { status: 200, body: { results: [{ title: 'Hit', url: 'https://hit.example/', content: 'found' }] } };
  world = await openWorld({ METONA_PRIVATE_ORIGINS: engine.origin });
  anna = await signUp('anna');
  const json = { 'search.provider': 'searxng', 'search.baseUrl': engine.origin, 'memory.mode': 'automatic' };
  await as(anna, putSettings, { method: 'PUT', json });
  sessionId = (await conversation(world, anna, [{ role: 'user', content: 'hello' }])).id;
  tools = await container().tools.list(anna.id);
  await container().agent.startWorker();
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
  await engine.close();
});

const contextWith = (signal: AbortSignal): ToolContext => ({
  userId: anna.id,
  sessionId,
  runId: 'run_1',
  messageId: 'msg_1',
  callId: 'tc_1',
  signal,
  now: () => Date.now(),
  progress: () => undefined,
});

/** What is left of a call: `refused` by the schema, `done` within its caps, `failed` with words for the model; else what went wrong. */
async function outcomeOf(tool: RunnableTool, args: Arguments): Promise<string> {
  const check = tool.check(args);
  if (!check.ok) return check.issues.length > 0 ? 'refused' : 'refused without a reason';
  const limit = AbortSignal.timeout(Math.min(tool.def.timeoutMs, 20_000));
  try {
    return withinCaps(tool, await tool.execute(check.args, contextWith(limit)));
  } catch (thrown) {
    if (limit.aborted) return 'too late';
    return thrown instanceof MetonaFailure ? 'failed' : `threw ${String(thrown).slice(0, 200)}`;
  }
}

function withinCaps({ def }: RunnableTool, { result, summary }: ToolOutcome): string {
  if ((summary ?? '').length > (def.maxResultChars ?? 16_000)) return 'said too much to the model';
  return (JSON.stringify(result) ?? 'null').length > 300_000 ? 'kept too much' : 'done';
}

describe('every tool', () => {
  it('takes what its schema names and nothing else, and describes each field', () => {
    for (const tool of tools) {
      const { name, description, parameters } = tool.def;
      expect([name, description.length > 20]).toEqual([name, true]);
      const plain = plainArguments(parameters);
      for (const extra of ['{"unexpected":1}', '{"__proto__":{"admin":true}}', '{"constructor":1}'])
        expect([name, extra, tool.check({ ...plain, ...JSON.parse(extra) }).ok]).toEqual([name, extra, false]);
      const poor = fieldsOf(parameters).filter(({ field }) => String(field.description ?? '').length < 3);
      expect([name, poor.map(({ path }) => path)]).toEqual([name, []]);
    }
  });

  it('says what it needs: risk, time, cap, and whether it may run twice', () => {
    for (const { def, identity } of tools) {
      expect([def.name, identity.length > 10]).toEqual([def.name, true]);
      expect(def).toMatchObject({ riskLevel: expect.any(String), idempotent: expect.any(Boolean) });
      expect([def.name, def.timeoutMs > 0 && def.timeoutMs <= 300_000]).toEqual([def.name, true]);
      expect([def.name, (def.maxResultChars ?? 0) > 0 && (def.maxResultChars ?? 0) <= 120_000]).toEqual([
        def.name,
        true,
      ]);
    }
    expect(new Set(tools.map(({ identity }) => identity)).size).toBe(tools.length);
  });

  it('is told to people in their own words when it is built in', () => {
    const builtIn = tools.filter(({ origin }) => origin === undefined).map(({ def }) => def.name);
    expect(builtIn.filter((name) => !Object.hasOwn(toolAbout, name))).toEqual([]);
    // Skills are read once there are some.
    const others = Object.keys(toolAbout).filter((name) => !builtIn.includes(name) && !name.startsWith('skills.'));
    expect(others).toEqual([]);
  });

  it('ends hostile arguments with a reason, in time, within its caps', async () => {
    const bad: string[] = [];
    for (const tool of tools) {
      const seen = new Map<string, number>();
      for (const { name, args } of hostileArguments(tool.def.parameters)) {
        const outcome = await outcomeOf(tool, args);
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        if (!['refused', 'failed', 'done'].includes(outcome)) bad.push(`${tool.def.name} (${name}): ${outcome}`);
      }
      const hasFields = Object.keys(tool.def.parameters.properties).length > 0;
      if (hasFields && (seen.get('refused') ?? 0) < 5) bad.push(`${tool.def.name} refuses hardly anything`);
    }
    expect(bad).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  }, 180_000);

  it('settles within the grace of the runtime once it is told to stop', async () => {
    for (const tool of tools) {
      const args = plainArguments(tool.def.parameters);
      const stop = new AbortController();
      const settled = tool.execute(args, contextWith(stop.signal)).then(
        () => 'settled',
        () => 'settled',
      );
      setTimeout(() => stop.abort(new Error('stopped')), 5);
      const tooLate = new Promise((resolve) => setTimeout(resolve, DEFAULT_GRACE.onStop, 'too late'));
      expect([tool.def.name, await Promise.race([settled, tooLate])]).toEqual([tool.def.name, 'settled']);
    }
  });

  it('gives a run a result of a known kind, whatever a model writes', async () => {
    const allowed = Object.fromEntries(tools.map(({ def }) => [def.name, 'allow']));
    await as(anna, putSettings, { method: 'PUT', json: { 'permissions.policy': allowed } });
    const waiting = [...tools];
    const lane = async () => {
      for (let tool = waiting.shift(); tool !== undefined; tool = waiting.shift()) await runHostile(tool);
    };
    await Promise.all(Array.from({ length: 6 }, lane));
  }, 120_000);
});

/** Three calls that may pass the schema and two that cannot; a tool that asks in spite of every rule is left there. */
async function runHostile({ def }: RunnableTool): Promise<void> {
  const { agent } = container();
  const [field] = def.parameters.required ?? Object.keys(def.parameters.properties);
  const plain = plainArguments(def.parameters);
  const texts = hostileTexts.slice(0, 3).map((text) => ({ ...plain, ...(field !== undefined && { [field]: text }) }));
  const lines = [...texts, { unexpected: true }].map((args) => `/tool ${def.name} ${JSON.stringify(args)}`);
  const { id } = await startRun(agent, anna.id, {
    input: [...lines, `/tool ${def.name} {"broken`].join('\n'),
    provider_id: 'mock',
    model: 'mock-1',
    allowed_tools: ['*'],
  });
  const run = await waitFor(
    agent,
    { userId: anna.id, runId: id, ms: 30_000 },
    (now) => isOver(now) || now.pending_permissions.length > 0,
  );
  if (!isOver(run)) {
    expect([def.name, def.riskLevel]).toEqual([def.name, 'critical']);
    await agent.runs.cancel(anna.id, id);
    return;
  }
  const results = run.tool_results.map(({ success, errorCode }) => (success ? 'done' : errorCode));
  expect([def.name, run.status, results.length]).toEqual([def.name, 'completed', 5]);
  for (const result of results) expect([def.name, result]).toEqual([def.name, expect.stringMatching(/^[a-z_]+$/)]);
  expect([def.name, results.slice(3)]).toEqual([def.name, ['invalid_args', 'invalid_args']]);
  expect([def.name, run.tool_results.filter(({ error }) => error?.includes('internal') ?? false)]).toEqual([
    def.name,
    [],
  ]);
}
