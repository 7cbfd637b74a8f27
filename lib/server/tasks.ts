import 'server-only';
import { z } from 'zod';
import type { NewTask, TaskPatch, TaskRecord } from '@/lib/agent/ports';
import { decodePlace } from '@/lib/db/page-cursor';
import type { FullTaskStore } from '@/lib/db/task-store';
import { metonaDaySchema, metonaTaskPrioritySchema, metonaTaskStatusSchema } from '@/lib/ir';
import { notFound } from './http/problem';
import { isoOf } from './session-view';

export const taskViewSchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  status: metonaTaskStatusSchema,
  priority: metonaTaskPrioritySchema,
  due_date: metonaDaySchema.nullable(),
  session_id: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

const title = z.string().trim().min(1).max(200);
const detail = z.string().max(20_000);

export const taskCreateBody = z.strictObject({
  title,
  detail: detail.optional(),
  status: metonaTaskStatusSchema.optional(),
  priority: metonaTaskPrioritySchema.optional(),
  due_date: metonaDaySchema.nullable().optional(),
});
export const taskPatchBody = taskCreateBody.partial();

const openOnes = ['todo', 'doing'] as const;

export const taskListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .max(300)
    .refine((value) => decodePlace(value) !== null, 'is not a cursor of this list')
    .optional(),
  q: z.string().trim().max(400).optional(),
  status: z.enum(['open', ...metonaTaskStatusSchema.options]).optional(),
  due_from: metonaDaySchema.optional(),
  due_to: metonaDaySchema.optional(),
  order: z.enum(['newest', 'urgency']).default('newest'),
});

type ListQuery = z.output<typeof taskListQuery>;
type Body = z.output<typeof taskPatchBody>;

const toView = (task: TaskRecord): z.infer<typeof taskViewSchema> => ({
  id: task.id,
  title: task.title,
  detail: task.detail,
  status: task.status,
  priority: task.priority,
  due_date: task.dueOn,
  session_id: task.sessionId,
  created_at: isoOf(task.createdAt),
  updated_at: isoOf(task.updatedAt),
  completed_at: task.completedAt === null ? null : isoOf(task.completedAt),
});

const toPatch = ({ due_date: dueOn, ...rest }: Body): TaskPatch => ({ ...rest, dueOn });

function present(task: TaskRecord | null) {
  if (task === null) throw notFound();
  return toView(task);
}

/** The tasks of a user as people see and handle them. */
export function createTasks(tasks: FullTaskStore) {
  return {
    async list(userId: string, { limit, cursor, q, status, due_from, due_to, order }: ListQuery) {
      const { items, nextCursor } = await tasks.list(userId, {
        limit,
        before: cursor,
        text: q,
        statuses: status && (status === 'open' ? openOnes : [status]),
        dueFrom: due_from,
        dueTo: due_to,
        order,
      });
      return { items: items.map(toView), next_cursor: nextCursor };
    },
    create: async (userId: string, body: z.output<typeof taskCreateBody>) =>
      toView(await tasks.create(userId, { ...toPatch(body), title: body.title } satisfies NewTask)),
    get: async (userId: string, taskId: string) => present(await tasks.read(userId, taskId)),
    update: async (userId: string, taskId: string, body: Body) =>
      present(await tasks.update(userId, taskId, toPatch(body))),
    async delete(userId: string, taskId: string): Promise<void> {
      if (!(await tasks.delete(userId, taskId))) throw notFound();
    },
  };
}
