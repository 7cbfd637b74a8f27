import 'server-only';
import type { NewTask, TaskPatch, TaskQuery, TaskRecord, TaskStore } from '@/lib/agent/ports';
import { type MetonaTaskPriority, metonaTaskPrioritySchema, metonaTaskStatusSchema } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import type { TaskModel } from './generated/models';
import { decodePlace, toPage } from './page-cursor';
import { searchQueryOf, searchTextOf } from './search-text';
import { storableText } from './storable';
import { deleteOnce } from './tombstone-store';

export interface TaskDependencies {
  readonly newId: (prefix: 'task') => string;
  readonly now: () => number;
}

export interface FullTaskStore extends TaskStore {
  read(userId: string, taskId: string): Promise<TaskRecord | null>;
  /** False when no such task was ever the user's. */
  delete(userId: string, taskId: string): Promise<boolean>;
}

/** After every day: what has none comes last. */
const noDayMs = Date.UTC(9999, 11, 31);
const rankOf: Readonly<Record<MetonaTaskPriority, number>> = { high: 0, normal: 1, low: 2 };

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
/** Days are a multiple of a day apart, so a priority orders within one. */
const urgencyOf = ({ dueOn, priority }: Pick<TaskRecord, 'dueOn' | 'priority'>) =>
  (dueOn === null ? noDayMs : dayMs(dueOn)) + rankOf[priority];

const toRecord = (row: TaskModel): TaskRecord => ({
  id: row.id,
  title: row.title,
  detail: row.detail,
  status: metonaTaskStatusSchema.parse(row.status),
  priority: metonaTaskPrioritySchema.parse(row.priority),
  dueOn: dayOf(row.dueOn),
  sessionId: row.sessionId,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
  completedAt: row.completedAt?.getTime() ?? null,
});

type Content = Pick<TaskRecord, 'title' | 'detail' | 'status' | 'priority' | 'dueOn' | 'completedAt'>;

const emptyTask: Content = {
  title: '',
  detail: '',
  status: 'todo',
  priority: 'normal',
  dueOn: null,
  completedAt: null,
};

function changed(before: Content, patch: TaskPatch, now: number): Content {
  const status = patch.status ?? before.status;
  return {
    title: storableText(patch.title ?? before.title),
    detail: storableText(patch.detail ?? before.detail),
    status,
    priority: patch.priority ?? before.priority,
    dueOn: patch.dueOn === undefined ? before.dueOn : patch.dueOn,
    completedAt: status === 'done' ? (before.completedAt ?? now) : null,
  };
}

/** What a task says, as it is stored; `now` is when it was said. */
export const taskColumns = (task: Content, now: number) => ({
  ...task,
  dueOn: task.dueOn === null ? null : new Date(dayMs(task.dueOn)),
  completedAt: task.completedAt === null ? null : new Date(task.completedAt),
  urgency: urgencyOf(task),
  searchText: searchTextOf(`${task.title}\n${task.detail}`),
  updatedAt: new Date(now),
});

/** What a query asks for beside the words, which only the index of words can tell. */
function whereOf(userId: string, query: TaskQuery, ids: readonly string[] | null): Prisma.TaskWhereInput {
  const { statuses, dueFrom, dueTo } = query;
  const due = {
    ...(dueFrom !== undefined && { gte: new Date(dayMs(dueFrom)) }),
    ...(dueTo !== undefined && { lte: new Date(dayMs(dueTo)) }),
  };
  return {
    userId,
    ...(statuses && { status: { in: [...statuses] } }),
    ...(Object.keys(due).length > 0 && { dueOn: due }),
    ...(ids && { id: { in: [...ids] } }),
  };
}

/** Words are looked for among the newest hits only: nobody reads further, and the list of ids stays short. */
const mostHits = 1000;

async function matching(prisma: PrismaClient, userId: string, text: string): Promise<string[]> {
  const wanted = searchQueryOf(text);
  if (wanted === null) return [];
  const rows = await prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT id FROM tasks
    WHERE user_id = ${userId} AND to_tsvector('simple', search_text) @@ to_tsquery('simple', ${wanted})
    ORDER BY created_at DESC, id DESC LIMIT ${mostHits}`);
  return rows.map(({ id }) => id);
}

async function listTasks(prisma: PrismaClient, userId: string, query: TaskQuery) {
  const place = query.before === undefined ? null : decodePlace(query.before);
  if (query.before !== undefined && place === null) return { items: [], nextCursor: null };
  const ids = query.text ? await matching(prisma, userId, query.text) : null;
  const where = whereOf(userId, query, ids);
  const take = query.limit + 1;
  if (query.order === 'urgency') {
    const after = place && {
      OR: [{ urgency: { gt: place.at } }, { urgency: place.at, id: { gt: place.id } }],
    };
    const rows = await prisma.task.findMany({
      where: { AND: [where, after ?? {}] },
      orderBy: [{ urgency: 'asc' }, { id: 'asc' }],
      take,
    });
    return toPage(rows, query.limit, { item: toRecord, place: (row) => ({ at: row.urgency, id: row.id }) });
  }
  const before = place && {
    OR: [{ createdAt: { lt: new Date(place.at) } }, { createdAt: new Date(place.at), id: { lt: place.id } }],
  };
  const rows = await prisma.task.findMany({
    where: { AND: [where, before ?? {}] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  });
  return toPage(rows, query.limit, { item: toRecord, place: (row) => ({ at: row.createdAt.getTime(), id: row.id }) });
}

export function createTaskStore(prisma: PrismaClient, { newId, now }: TaskDependencies): FullTaskStore {
  return {
    async create(userId, { sessionId, ...task }: NewTask) {
      const at = now();
      const content = taskColumns(changed(emptyTask, task, at), at);
      const place = { id: newId('task'), userId, sessionId: sessionId ?? null, createdAt: new Date(at) };
      return toRecord(await prisma.task.create({ data: { ...place, ...content } }));
    },

    async read(userId, taskId) {
      const row = await prisma.task.findFirst({ where: { id: taskId, userId } });
      return row && toRecord(row);
    },

    list: (userId, query) => listTasks(prisma, userId, query),

    update: (userId, taskId, patch) =>
      prisma.$transaction(async (transaction) => {
        // Two who change different parts of it must not undo each other.
        await transaction.$queryRaw`SELECT id FROM tasks WHERE id = ${taskId} AND user_id = ${userId} FOR UPDATE`;
        const row = await transaction.task.findFirst({ where: { id: taskId, userId } });
        if (row === null) return null;
        const at = now();
        const data = taskColumns(changed(toRecord(row), patch, at), at);
        await transaction.task.updateMany({ where: { id: taskId, userId }, data });
        return toRecord({ ...row, ...data });
      }),

    delete: (userId, taskId) =>
      deleteOnce(prisma, { userId, id: taskId }, async (transaction) => {
        const { count } = await transaction.task.deleteMany({ where: { id: taskId, userId } });
        return count;
      }),
  };
}
