import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as getMemory, PATCH as patchMemory, DELETE as removeMemory } from '@/app/api/memories/[id]/route';
import { POST as createMemory, GET as listMemories } from '@/app/api/memories/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import type { AgentRun } from '@/lib/ir';
import { container } from '@/lib/server/container';
import { isOver, readEvents, startRun, waitFor } from '../support/agent';
import { type SignedUp, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  await container().agent.startWorker();
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
});
beforeEach(async () => {
  await world.database.prisma.memory.deleteMany();
  await setMode('confirm');
});

const setMode = (mode: string) => as(anna, putSettings, { method: 'PUT', json: { 'memory.mode': mode } });

async function run(input: string): Promise<AgentRun> {
  const { agent } = container();
  const body = { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'] };
  const { id } = await startRun(agent, anna.id, body);
  return await waitFor(agent, { userId: anna.id, runId: id }, isOver);
}
/** Has the model propose something; gives what its tool answered. */
async function propose(memory: object) {
  const { tool_results: results } = await run(`/tool memory.save ${JSON.stringify(memory)}`);
  return {
    result: results[0]?.result as { id: string; status: string },
    success: results[0]?.success,
    error: results[0]?.error,
  };
}
async function recalled(question: string): Promise<string[]> {
  const { id } = await run(question);
  const events = await readEvents(container().agent, { userId: anna.id, runId: id });
  return events.flatMap((event) => (event.type === 'memory_recalled' ? event.items.map((item) => item.content) : []));
}
const statuses = async () =>
  (await as(anna, listMemories)).body.items.map((item: { status: string }) => item.status) as string[];

describe('what a model wants to remember', () => {
  it('waits for the user, and is used once he agrees', async () => {
    const { result } = await propose({ content: '用户喜欢喝绿茶', importance: 0.9, expires_in_days: 30 });
    expect(result.status).toBe('proposed');
    expect(await recalled('请推荐一种绿茶')).toEqual([]);
    const kept = await as(anna, patchMemory, { id: result.id, method: 'PATCH', json: { status: 'active' } });
    expect(kept.body).toMatchObject({ importance: 0.9, source: 'agent_thought', type: 'semantic' });
    expect(Math.round((kept.body.expiresAt - kept.body.createdAt) / 86_400_000)).toBe(30);
    expect(await recalled('请推荐一种绿茶')).toEqual(['用户喜欢喝绿茶']);
  });

  it('names the message it comes from', async () => {
    const { result } = await propose({ content: 'The user has a cat' });
    const memory = (await as(anna, getMemory, { id: result.id })).body;
    const where = { id: memory.sourceMessageId };
    expect(await world.database.prisma.message.findUnique({ where })).toMatchObject({
      role: 'user',
      sessionId: memory.sessionId,
      content: expect.stringContaining('The user has a cat'),
    });
  });

  it('is proposed once only, and never again after it was refused', async () => {
    const first = await propose({ content: 'The user has a dog called Rex' });
    const second = await propose({ content: 'the user has a dog called REX.' });
    expect([second.result.id, await statuses()]).toEqual([first.result.id, ['proposed']]);
    await as(anna, removeMemory, { id: first.result.id, method: 'DELETE' });
    const again = await propose({ content: 'The user has a dog called Rex' });
    expect([again.success, again.error, await statuses()]).toEqual([false, expect.stringContaining('refused'), []]);
    const kept = await world.database.prisma.tombstone.findMany({ where: { userId: anna.id } });
    expect(JSON.stringify(kept)).not.toContain('Rex');
    expect((await as(anna, createMemory, { json: { content: 'The user has a dog called Rex' } })).status).toBe(201);
  });

  it('is kept at once in automatic mode, for the present work only where that is its kind', async () => {
    await setMode('automatic');
    expect((await propose({ content: 'the draft lies in the blue folder', type: 'working' })).result.status).toBe(
      'active',
    );
    expect((await propose({ content: 'the user owns a blue folder' })).result.status).toBe('active');
    expect(await recalled('where is the blue folder')).toEqual(['the user owns a blue folder']);
  });

  it('is neither kept nor used while memory is off', async () => {
    await as(anna, createMemory, { json: { content: 'the user has a cat called Mia' } });
    await setMode('off');
    const { tool_results: results } = await run('/tool memory.save {"content":"the user has a dog"}');
    expect([results[0]?.success, results[0]?.errorCode]).toEqual([false, 'unknown_tool']);
    expect([await recalled('what is my cat called'), (await statuses()).length]).toEqual([[], 1]);
  });
});
