import { z } from 'zod';
import type { RunnableTool, TaskRecord, TaskStore } from '@/lib/agent/ports';
import { MetonaFailure, metonaDaySchema, metonaTaskPrioritySchema, metonaTaskStatusSchema } from '@/lib/ir';
import { defineTool } from './define-tool';

const idText = z.string().regex(/^[\w-]{1,200}$/);
const cursorText = z.string().regex(/^[\w-]{1,300}$/);
const title = z.string().trim().min(1).max(200).describe('What is to be done, in a few words');
const detail = z.string().max(20_000).describe('More about it, in Markdown');
const status = metonaTaskStatusSchema.describe('todo and doing are open; done and cancelled are over');
const priority = metonaTaskPrioritySchema.describe('How much it matters');
const dueDate = metonaDaySchema.describe('The day it is due, as YYYY-MM-DD');

const fail = (code: 'not_found' | 'invalid_request', message: string) =>
  new MetonaFailure({ code, message, retryable: false });

/** A task as results carry it and the cards show it. */
const toResult = (task: TaskRecord) => ({
  id: task.id,
  title: task.title,
  ...(task.detail !== '' && { detail: task.detail }),
  status: task.status,
  priority: task.priority,
  due_date: task.dueOn,
  ...(task.completedAt !== null && { completed_at: new Date(task.completedAt).toISOString() }),
});
type TaskResult = ReturnType<typeof toResult>;

function line(task: TaskResult): string {
  const due = task.due_date === null ? '' : `, due ${task.due_date}`;
  const weight = task.priority === 'normal' ? '' : `, ${task.priority} priority`;
  return `[${task.status}] ${JSON.stringify(task.title)} (${task.id}${due}${weight})`;
}

const createTool = (tasks: TaskStore) =>
  defineTool({
    name: 'tasks.create',
    description: 'Adds a task to the to-do list of the user.',
    input: z.object({
      title,
      detail: detail.optional(),
      priority: priority.default('normal'),
      due_date: dueDate.optional(),
    }),
    category: 'database',
    riskLevel: 'medium',
    permission: 'tasks.write',
    requiresPermission: true,
    idempotent: false,
    summarize: ({ task }: { task: TaskResult }) => `Created ${line(task)}`,
    execute: async ({ due_date: dueOn, ...task }, { userId, sessionId }) => ({
      task: toResult(await tasks.create(userId, { ...task, dueOn, sessionId })),
    }),
  });

const updateInput = z.object({
  id: idText.describe('Id of the task, as tasks.list shows it'),
  title: title.optional(),
  detail: detail.optional(),
  status: status.optional().describe('done completes it, todo opens it again'),
  priority: priority.optional(),
  due_date: dueDate.nullable().optional().describe('The day it is due, as YYYY-MM-DD; null takes the day away'),
});

const updateTool = (tasks: TaskStore) =>
  defineTool({
    name: 'tasks.update',
    description: 'Changes a task of the user: completes it, reopens it, or changes its text, priority or day.',
    input: updateInput,
    category: 'database',
    riskLevel: 'medium',
    permission: 'tasks.write',
    requiresPermission: true,
    summarize: ({ task }: { task: TaskResult }) => `Now ${line(task)}`,
    execute: async ({ id, due_date: dueOn, ...patch }, { userId }) => {
      if (dueOn === undefined && Object.values(patch).every((value) => value === undefined)) {
        throw fail('invalid_request', 'nothing to change was given');
      }
      const task = await tasks.update(userId, id, { ...patch, dueOn });
      if (task === null) throw fail('not_found', 'there is no task with this id; tasks.list shows the ids');
      return { task: toResult(task) };
    },
  });

const listInput = z.object({
  status: z
    .enum(['open', 'all', ...metonaTaskStatusSchema.options])
    .default('open')
    .describe('open means todo and doing'),
  due_from: metonaDaySchema.optional().describe('Only tasks due on this day or later, as YYYY-MM-DD'),
  due_to: metonaDaySchema.optional().describe('Only tasks due on this day or earlier, as YYYY-MM-DD'),
  query: z.string().trim().min(1).max(400).optional().describe('Words of the title or the detail'),
  limit: z.number().int().min(1).max(200).default(50).describe('How many tasks to list'),
  cursor: cursorText.optional().describe('next_cursor of the page before'),
});

type Listing = { readonly tasks: readonly TaskResult[]; readonly next_cursor: string | null };

function summary({ tasks, next_cursor: next }: Listing): string {
  if (tasks.length === 0) return 'There are no such tasks.';
  const more = next === null ? [] : [`There are more: call again with cursor ${next}`];
  return [...tasks.map((task) => `- ${line(task)}`), ...more].join('\n');
}

const listTool = (tasks: TaskStore) =>
  defineTool({
    name: 'tasks.list',
    description: 'Lists tasks of the user, those due first at the top and those without a day at the end.',
    input: listInput,
    category: 'database',
    riskLevel: 'safe',
    permission: 'tasks.read',
    summarize: summary,
    execute: async (query, { userId }): Promise<Listing> => {
      const all = { open: ['todo', 'doing'] as const, all: undefined };
      const wanted = query.status;
      const page = await tasks.list(userId, {
        limit: query.limit,
        before: query.cursor,
        statuses: wanted === 'open' || wanted === 'all' ? all[wanted] : [wanted],
        dueFrom: query.due_from,
        dueTo: query.due_to,
        text: query.query,
        order: 'urgency',
      });
      return { tasks: page.items.map(toResult), next_cursor: page.nextCursor };
    },
  });

export function createTaskTools(tasks: TaskStore): RunnableTool[] {
  return [createTool(tasks), updateTool(tasks), listTool(tasks)];
}
