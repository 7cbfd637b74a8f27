import type { MetonaTaskPriority, MetonaTaskStatus } from '@/lib/ir';

/** Something to do. Times are Unix ms, `dueOn` is a calendar day. */
export interface TaskRecord {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly status: MetonaTaskStatus;
  readonly priority: MetonaTaskPriority;
  readonly dueOn: string | null;
  /** Where a model wrote it down. */
  readonly sessionId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
}

/** What is given is changed; `dueOn: null` takes the day away. */
export interface TaskPatch {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly status?: MetonaTaskStatus | undefined;
  readonly priority?: MetonaTaskPriority | undefined;
  readonly dueOn?: string | null | undefined;
}

export interface NewTask extends TaskPatch {
  readonly title: string;
  readonly sessionId?: string | undefined;
}

export interface TaskQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly statuses?: readonly MetonaTaskStatus[] | undefined;
  /** Both days are included; tasks without a day are left out as soon as one is given. */
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  /** Words of title and detail. */
  readonly text?: string | undefined;
  /** By day due, then by priority, those without a day last; else the newest first. */
  readonly order?: 'newest' | 'urgency' | undefined;
}

/** Tasks as tools need them; every call is confined to the user. `null` means absent. */
export interface TaskStore {
  create(userId: string, task: NewTask): Promise<TaskRecord>;
  update(userId: string, taskId: string, patch: TaskPatch): Promise<TaskRecord | null>;
  list(userId: string, query: TaskQuery): Promise<{ items: TaskRecord[]; nextCursor: string | null }>;
}
