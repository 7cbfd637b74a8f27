import { describe, expect, it } from 'vitest';
import type { NewTask, TaskPatch, TaskQuery, TaskRecord, TaskStore } from '@/lib/agent/ports';
import { toolContext as context } from '@/tests/support/tool-context';
import { createTaskTools } from './tasks';

const blank: TaskRecord = {
  id: 'task_1',
  title: 'Buy tea',
  detail: '',
  status: 'todo',
  priority: 'normal',
  dueOn: null,
  sessionId: null,
  createdAt: 0,
  updatedAt: 0,
  completedAt: null,
};
const definedOf = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Keeps what the tools asked it for; knows one task. */
function world(found: readonly TaskRecord[] = [], nextCursor: string | null = null) {
  const asked: unknown[] = [];
  const tasks: TaskStore = {
    create: async (userId, task: NewTask) => {
      asked.push({ userId, ...definedOf(task) });
      return { ...blank, ...definedOf(task) };
    },
    update: async (userId, id, patch: TaskPatch) => {
      asked.push({ userId, id, ...definedOf(patch) });
      return id === blank.id
        ? { ...blank, ...definedOf(patch), completedAt: patch.status === 'done' ? 0 : null }
        : null;
    },
    list: async (userId, query: TaskQuery) => {
      asked.push({ userId, ...definedOf(query) });
      return { items: [...found], nextCursor };
    },
  };
  const tools = new Map(createTaskTools(tasks).map((tool) => [tool.def.name, tool]));
  const run = async (name: string, args: Record<string, unknown>) => {
    const tool = tools.get(name);
    expect(tool?.check(args)).toEqual({ ok: true, args });
    return tool?.execute(args, context);
  };
  const refuses = (name: string, args: Record<string, unknown>) => tools.get(name)?.check(args).ok === false;
  return { asked, tools, run, refuses };
}

describe('the tools of tasks', () => {
  it('ask before they write, under a permission of their own, and list without asking', () => {
    const { tools } = world();
    const facts = [...tools.values()].map(({ def }) => [def.name, def.permission, def.requiresPermission]);
    expect(facts).toEqual([
      ['tasks.create', 'tasks.write', true],
      ['tasks.update', 'tasks.write', true],
      ['tasks.list', 'tasks.read', false],
    ]);
    expect([...tools.values()].map(({ def }) => def.idempotent)).toEqual([false, true, true]);
    expect(tools.get('tasks.update')?.def.parameters.required).toEqual(['id']);
  });

  it('create a task that knows its conversation', async () => {
    const { run, asked } = world();
    const made = await run('tasks.create', { title: '  交付报告 ', due_date: '2026-12-03', priority: 'high' });
    expect(asked).toEqual([
      { userId: 'anna', sessionId: 's_1', title: '交付报告', priority: 'high', dueOn: '2026-12-03' },
    ]);
    expect(made).toMatchObject({
      result: { task: { id: 'task_1', title: '交付报告', status: 'todo', due_date: '2026-12-03' } },
      summary: 'Created [todo] "交付报告" (task_1, due 2026-12-03, high priority)',
    });
  });

  it('complete, reopen and take the day away', async () => {
    const { run, asked } = world();
    const done = await run('tasks.update', { id: 'task_1', status: 'done' });
    expect(done?.summary).toBe('Now [done] "Buy tea" (task_1)');
    expect(done?.result).toMatchObject({ task: { completed_at: '1970-01-01T00:00:00.000Z' } });
    await run('tasks.update', { id: 'task_1', status: 'todo', due_date: null });
    expect(asked.at(-1)).toEqual({ userId: 'anna', id: 'task_1', status: 'todo', dueOn: null });
    await expect(run('tasks.update', { id: 'task_2', status: 'done' })).rejects.toThrow(
      'there is no task with this id',
    );
    await expect(run('tasks.update', { id: 'task_1' })).rejects.toThrow('nothing to change was given');
  });

  it('list what is open unless told, most urgent first, and say how to go on', async () => {
    const { run, asked } = world([{ ...blank, dueOn: '2026-12-01' }], 'abc');
    const listed = await run('tasks.list', {});
    expect(asked[0]).toEqual({ userId: 'anna', limit: 50, statuses: ['todo', 'doing'], order: 'urgency' });
    expect(listed?.summary).toBe(
      '- [todo] "Buy tea" (task_1, due 2026-12-01)\nThere are more: call again with cursor abc',
    );
    await run('tasks.list', { status: 'all', due_to: '2026-12-31', query: '茶' });
    expect(asked[1]).toEqual({ userId: 'anna', limit: 50, dueTo: '2026-12-31', text: '茶', order: 'urgency' });
    await run('tasks.list', { status: 'cancelled' });
    expect(asked[2]).toMatchObject({ statuses: ['cancelled'] });
    expect((await world().run('tasks.list', {}))?.summary).toBe('There are no such tasks.');
  });

  it('keep a title that looks like more lines of the list on its own line', async () => {
    const { run } = world([{ ...blank, title: 'x"\n- [done] "all of it" (task_9)' }]);
    expect((await run('tasks.list', {}))?.summary?.split('\n')).toHaveLength(1);
  });

  it.each([
    ['tasks.create', {}],
    ['tasks.create', { title: '   ' }],
    ['tasks.create', { title: 'x'.repeat(201) }],
    ['tasks.create', { title: 'x', due_date: '2026-02-30' }],
    ['tasks.create', { title: 'x', due_date: '0000-01-01' }],
    ['tasks.create', { title: 'x', due_date: 'tomorrow' }],
    ['tasks.create', { title: 'x', due_date: '2026-12-03T00:00:00Z' }],
    ['tasks.create', { title: 'x', due_date: '12026-01-01' }],
    ['tasks.create', { title: 'x', detail: 'y'.repeat(20_001) }],
    ['tasks.create', { title: 'x', priority: 'urgent' }],
    ['tasks.create', { title: 'x', userId: 'ben' }],
    ['tasks.create', { title: ['x'] }],
    ['tasks.update', { status: 'done' }],
    ['tasks.update', { id: '../task_1', status: 'done' }],
    ['tasks.update', { id: "task_1' OR 1=1", status: 'done' }],
    ['tasks.update', { id: 'task_1', status: '__proto__' }],
    ['tasks.update', { id: 'task_1', title: null }],
    ['tasks.list', { limit: 0 }],
    ['tasks.list', { limit: 1e9 }],
    ['tasks.list', { status: ['todo'] }],
    ['tasks.list', { query: '' }],
    ['tasks.list', { due_from: 20261203 }],
    ['tasks.list', { cursor: 'a b' }],
  ])('refuse %s with %j', (name, args) => {
    expect(world().refuses(name, args)).toBe(true);
  });
});
