import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as createMemory } from '@/app/api/memories/route';
import { GET as getContext } from '@/app/api/sessions/[id]/context/route';
import { PUT as putSettings } from '@/app/api/settings/route';
import { estimateMessageTokens } from '@/lib/agent/context/estimate-tokens';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
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

const question = 'Which green tea does the user drink?';

/** Asks, and gives what the first call of the model was sent, in tokens. */
async function ask(input: string, session?: string): Promise<{ session: string; tokens: number }> {
  const { agent } = container();
  const place = session === undefined ? {} : { session_id: session };
  const body = { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'], ...place };
  const { id } = await startRun(agent, anna.id, body);
  const run = await waitFor(agent, { userId: anna.id, runId: id }, isOver);
  const [first] = await world.database.prisma.attempt.findMany({ where: { runId: id }, orderBy: { startedAt: 'asc' } });
  if (!first) throw new Error('no attempt was made');
  return { session: run.session_id, tokens: (first.meta as { sent: { tokens: number } }).sent.tokens };
}

const gauge = async (id: string) =>
  (await as(anna, getContext, { id, path: '/api?provider=mock&model=mock-1' })).body as {
    used: number;
    parts: Record<'system' | 'tools' | 'files' | 'memories' | 'history', number>;
  };

describe('the gauge of the context', () => {
  it('shows what the next message sends beside itself: prompt, tools, files, memories and history', async () => {
    await as(anna, createMemory, { json: { type: 'semantic', content: 'The user drinks green tea', importance: 0.9 } });
    const { session } = await ask(question);
    const bytes = new TextEncoder().encode('name,age\n');
    await container().workspace.write(anna.id, session, { path: 'a.csv', bytes, mode: 'create' });
    await ask('/tool read_file {"file_path":"a.csv"}', session);
    await ask(question, session);
    const shown = await gauge(session);
    for (const part of Object.values(shown.parts)) expect(part).toBeGreaterThan(0);
    const { tokens } = await ask(question, session);
    expect(tokens).toBe(shown.used + estimateMessageTokens({ role: 'user', content: question }));
  });

  it('counts no memories once they are off, as none are sent', async () => {
    const { session } = await ask(question);
    expect((await gauge(session)).parts.memories).toBeGreaterThan(0);
    await as(anna, putSettings, { method: 'PUT', json: { 'memory.mode': 'off' } });
    const { used, parts } = await gauge(session);
    expect(parts.memories).toBe(0);
    const { tokens } = await ask(question, session);
    expect(tokens).toBe(used + estimateMessageTokens({ role: 'user', content: question }));
  });
});
