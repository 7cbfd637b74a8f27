// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toolPart } from '@/lib/client/run-parts';
import { createRunStore } from '@/lib/client/run-store';
import type { ToolPart } from '@/lib/client/run-view';
import { type ApiCall, fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { RecalledMemories } from './recalled-memories';
import { SavedMemory } from './saved-memory';

const memory = {
  id: 'm1',
  type: 'semantic',
  content: 'Likes tea',
  source: 'agent_thought',
  importance: 0.5,
  createdAt: 0,
};

async function show(answers: Readonly<Record<string, unknown>>, change: Partial<ToolPart> = {}): Promise<ApiCall[]> {
  const api = fakeApi(answers);
  vi.stubGlobal('fetch', api.fetch);
  const result = { toolCallId: 'c', toolName: 'memory.save', result: { id: 'm1', status: 'proposed' }, success: true };
  const part = { ...toolPart('c', null, 'memory.save'), state: 'done', result, ...change } as ToolPart;
  await mount(<SavedMemory store={createRunStore('r')} part={part} />);
  await settle(() => undefined);
  return api.calls;
}

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('a memory that was proposed in an answer', () => {
  it('is accepted where it stands', async () => {
    const stored = { ...memory, status: 'proposed' };
    const calls = await show({ 'GET /api/memories/m1': stored, 'PATCH /api/memories/m1': stored });
    expect(find('[data-testid=memory-proposal]').textContent).toContain('Likes tea');
    await settle(() => find<HTMLButtonElement>('button').click());
    expect(calls.find((call) => call.method === 'PATCH')?.body).toEqual({ status: 'active' });
    expect(calls.filter((call) => call.path === '/api/memories/m1').at(-1)?.method).toBe('GET');
  });

  it('asks nothing once it is kept or gone', async () => {
    await show({ 'GET /api/memories/m1': { ...memory, status: 'active' } });
    expect(document.body.textContent).toContain('Remembered.');
    document.body.replaceChildren();
    await show({});
    expect(document.body.textContent).toContain('Not remembered.');
    expect(document.querySelector('button')).toBeNull();
  });

  it('is not looked for while the call has no result', async () => {
    expect(await show({}, { state: 'running', result: null })).toEqual([]);
  });
});

describe('memories that were used', () => {
  it('are chips that open to their whole texts', async () => {
    const memories = ['one', 'two', 'three', 'four'].map((content) => ({ id: content, content }));
    await mount(<RecalledMemories memories={memories} />);
    const toggle = find<HTMLButtonElement>('button');
    expect(toggle.textContent).toBe('4 memories usedonetwothree+1');
    await settle(() => toggle.click());
    expect([...document.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'one',
      'two',
      'three',
      'four',
    ]);
    expect(find('a').getAttribute('href')).toBe('/memories');
  });
});
