// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { ProposedTask, proposedTask } from './proposed-task';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const task = { title: 'Buy tea', detail: '', status: 'todo', priority: 'normal', due_date: null };

async function show(answers: Record<string, unknown>, args: Record<string, unknown>) {
  vi.stubGlobal('fetch', fakeApi(answers).fetch);
  const found = proposedTask('tasks.update', args);
  if (found === null) throw new Error('this changes nothing');
  await mount(<ProposedTask id={found.id} change={found.change} />);
  await settle(() => undefined);
}

describe('a task that is about to be changed', () => {
  it('is shown by its title, as it is and as it would be', async () => {
    await show(
      { 'GET /api/tasks/task_1': { ...task, id: 'task_1' } },
      { id: 'task_1', status: 'done', title: 'Buy x' },
    );
    const lines = [...find('[data-testid=proposed-task]').querySelectorAll('dd')].map((line) => line.textContent);
    expect(lines).toEqual(['Buy teaTo do', 'Buy xDone']);
  });

  it('leaves out what no call could ask for', () => {
    const args = { id: 'task_2', status: 'over', priority: 7, due_date: 'soon', title: ['x'], other: true };
    expect(proposedTask('tasks.update', args)).toEqual({ id: 'task_2', change: {} });
    expect(proposedTask('tasks.update', { id: 'task_2', due_date: null })?.change).toEqual({ due_date: null });
    expect(proposedTask('tasks.update', { status: 'done' })).toBeNull();
    expect(proposedTask('tasks.create', { id: 'task_2' })).toBeNull();
  });
});
