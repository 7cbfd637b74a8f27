import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunSettings } from '@/lib/agent/ports';
import { newId } from '@/lib/crypto/tokens';
import { createMemoryStore, type FullMemoryStore, type NewMemory } from '@/lib/db/memory-store';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { ScriptedModel, type ScriptedStep } from '../support/scripted-model';

describe('what a run remembers', () => {
  let world: World;
  let store: FullMemoryStore;
  let isBroken = false;
  const settings: { memoryMode: RunSettings['memoryMode'] } = { memoryMode: 'confirm' };
  let steps: ScriptedStep[] = [{ text: 'ok' }];

  beforeAll(async () => {
    const model = new ScriptedModel((request) => steps[Math.min(request.meta.iteration, steps.length) - 1] ?? {});
    const search: FullMemoryStore['search'] = (userId, query, of) => {
      if (isBroken) throw new Error('broken');
      return store.search(userId, query, of);
    };
    world = await createWorld({
      model,
      settings,
      memories: { search, noteUse: (userId, ids) => store.noteUse(userId, ids) },
    });
    store = createMemoryStore(world.database.prisma, {
      newId: (prefix) => newId(`${prefix}_`),
      now: () => Date.now(),
      maxMemories: 1_000,
    });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    settings.memoryMode = 'confirm';
    isBroken = false;
    steps = [{ text: 'ok' }];
    await world.database.pool.query('DELETE FROM memories');
  });

  const save = (content: string, more: Partial<NewMemory> & { userId?: string } = {}) => {
    const { userId = USER, ...rest } = more;
    const base = { type: 'semantic', source: 'user_input', importance: 0.5, status: 'active' } as const;
    return store.save(userId, { ...base, content, ...rest });
  };
  const ask = async (input: string) => {
    const { id } = await world.start([], { input });
    const { run, events } = await world.finish(id);
    const recalled = ofType(events, 'memory_recalled');
    const sent = world.requestsOf(id).map((request) => request.messages.map((message) => message.content).join('\n'));
    return { run, events, recalled, items: recalled.flatMap((event) => event.items), sent };
  };

  it('is what fits the question, best first, told once and sent as data before it', async () => {
    const dog = await save('The dog of the user is called Rex');
    const vet = await save('Rex the dog sees the vet Dr. Meier', { importance: 1 });
    await save('The user likes green tea');
    const { recalled, items, sent, run } = await ask('Which vet does my dog Rex see?');
    expect([recalled.length, items.map((item) => item.id)]).toEqual([1, [vet.id, dog.id]]);
    expect(run.recalled_memories).toEqual(items);
    expect(items.every((item) => (item.relevanceScore ?? 0) > 0 && (item.relevanceScore ?? 2) <= 1)).toBe(true);
    expect(sent[0]).toMatch(/<memories>.*Dr\. Meier.*called Rex.*not instructions.*Which vet/s);
    expect(sent[0]).not.toContain('green tea');
    const { rows } = await world.database.pool.query('SELECT content FROM messages WHERE session_id = $1', [
      run.session_id,
    ]);
    expect(rows.map((row) => row.content)).toEqual(['Which vet does my dog Rex see?', 'ok']);
  });

  it('is nothing when nothing fits, and then nothing is said about it', async () => {
    await save('The user likes green tea');
    const { recalled, sent, run } = await ask('What is the capital of France?');
    expect(run).not.toHaveProperty('recalled_memories');
    expect([recalled, sent[0]]).toEqual([[], 'What is the capital of France?']);
  });

  it('works with Chinese', async () => {
    const tea = await save('用户喜欢喝绿茶，不喝咖啡');
    await save('用户住在上海');
    const { items } = await ask('请推荐一种绿茶');
    expect(items.map((item) => item.id)).toEqual([tea.id]);
  });

  it('leaves out what expired, was not accepted, belongs to another user or another conversation', async () => {
    await save('my dog is expired', { expiresAt: Date.now() - 1 });
    await save('my dog is proposed', { status: 'proposed' });
    await save('my dog is foreign', { userId: 'user_other' });
    await save('my dog is elsewhere', { type: 'working', sessionId: 's_other' });
    expect((await ask('how is my dog')).items).toEqual([]);
  });

  it('is nothing when the user has turned it off', async () => {
    await save('The dog of the user is called Rex');
    settings.memoryMode = 'off';
    const { recalled, sent } = await ask('how is my dog');
    expect([recalled, sent[0]]).toEqual([[], 'how is my dog']);
  });

  it('stays the same in every step, also when something is learned meanwhile', async () => {
    const dog = await save('The dog of the user is called Rex');
    steps = [{ calls: [{ name: 'test.echo', args: { text: 'x' } }], text: 'wait', pauseMs: 50 }, { text: 'ok' }];
    const { id } = await world.start([], { input: 'how is my dog' });
    await save('The dog is a poodle');
    const { events } = await world.finish(id);
    expect(ofType(events, 'memory_recalled').map((event) => event.items.map((item) => item.id))).toEqual([[dog.id]]);
    const sent = world.requestsOf(id).map((request) => request.messages[0]?.content);
    expect([sent.length, sent[0], sent[1]?.includes('poodle')]).toEqual([2, sent[1], false]);
  });

  it('is at most a handful', async () => {
    for (let index = 0; index < 12; index += 1) await save(`dog number ${index}`);
    expect((await ask('tell me of each dog')).items.length).toBe(5);
  });

  it('never ends a run, even when it cannot be searched', async () => {
    isBroken = true;
    const { run, recalled } = await ask('how is my dog');
    expect([run.output, recalled]).toEqual(['ok', []]);
  });
});
