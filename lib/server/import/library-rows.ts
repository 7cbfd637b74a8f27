import 'server-only';
import { z } from 'zod';
import type { RestoredMemory, RestoredNote, RestoredTask } from '@/lib/db/library-restore';
import {
  metonaArchiveReasonSchema,
  metonaMemorySourceSchema,
  metonaMemoryTypeSchema,
  metonaTaskPrioritySchema,
  metonaTaskStatusSchema,
  noteLimits,
} from '@/lib/ir';
import { skillCreateBody } from '../skill-schemas';

/** What an archive of a whole account holds beside conversations, and in which file of it. */
export const libraryFiles = {
  folder: 'note_folders.json',
  note: 'notes.ndjson',
  task: 'tasks.ndjson',
  memory: 'memories.ndjson',
  skill: 'skills.ndjson',
  setting: 'settings.json',
} as const;
export type LibraryKind = keyof typeof libraryFiles;
export const libraryKinds = Object.keys(libraryFiles) as readonly LibraryKind[];

/** Times of a file are believed only as far as they lie in the past. */
const past = z.iso.datetime().transform((text) => Math.min(Date.parse(text), Date.now()));
const anyTime = z.iso.datetime().transform((text) => Date.parse(text));
const id = z.string().min(1).max(200);
const times = { id, createdAt: past, updatedAt: past };
const text = (most: number) => z.string().max(most);

export const folderRow = z.object({ path: text(1_000) });

export const noteRow = z.object({
  ...times,
  title: text(noteLimits.titleChars),
  content: text(noteLimits.contentChars),
  folder: text(1_000),
}) satisfies z.ZodType<RestoredNote>;

export const taskRow = z.object({
  ...times,
  title: text(200),
  detail: text(20_000),
  status: metonaTaskStatusSchema,
  priority: metonaTaskPrioritySchema,
  dueOn: z.iso
    .datetime()
    .transform((day) => day.slice(0, 10))
    .nullable(),
  completedAt: past.nullable(),
  sessionId: id.nullable(),
}) satisfies z.ZodType<RestoredTask>;

export const memoryRow = z
  .object({
    ...times,
    type: metonaMemoryTypeSchema,
    content: text(8_000).min(1),
    summary: text(500).nullable(),
    summaryDerived: z.boolean().default(false),
    source: metonaMemorySourceSchema,
    importance: z.number().min(0).max(1),
    status: z.enum(['active', 'proposed', 'archived']),
    sessionId: id.nullable(),
    expiresAt: anyTime.nullable(),
    archivedAt: past.nullable(),
    archivedReason: metonaArchiveReasonSchema.nullable(),
  })
  .transform(
    ({ summaryDerived, ...memory }): RestoredMemory => ({
      ...memory,
      summary: summaryDerived ? null : memory.summary,
    }),
  );

export const skillRow = z.object({
  name: text(200),
  enabled: z.boolean(),
  origin: z.enum(['written', 'upload', 'plugin']),
  files: skillCreateBody.shape.files,
});

export const settingRow = z.object({ key: text(200), value: z.unknown() });

/** What a row is called in a report. */
export function nameOfRow(kind: LibraryKind, value: unknown): string | null {
  const names = z.object({ title: z.string(), content: z.string(), name: z.string(), path: z.string() }).partial();
  const { data } = names.safeParse(value);
  const name = kind === 'memory' ? data?.content : (data?.title ?? data?.name ?? data?.path);
  return name === undefined || name === '' ? null : name.slice(0, 200).toWellFormed();
}
