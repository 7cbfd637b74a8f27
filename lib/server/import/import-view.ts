import 'server-only';
import { z } from 'zod';
import type { ImportRecord } from '@/lib/db/import-store';
import { isoOf, sessionViewSchema } from '../session-view';
import { unreadable } from './byte-source';
import { emptyReport, type ImportReport, importReportSchema } from './import-report';

export const importViewSchema = importReportSchema.extend({
  /** Null for a file that was taken in at once. */
  import_id: z.string().nullable(),
  name: z.string(),
  size: z.number().int(),
  state: z.enum(['receiving', 'waiting', 'running', 'done', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /** Why the file as a whole could not be read (to its end). */
  error: z.enum(unreadable).nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type ImportView = z.infer<typeof importViewSchema>;

/** A file of one of our conversations is also answered with the conversation that it became. */
export const importAnswerSchema = importViewSchema.extend(sessionViewSchema.partial().shape);

export function reportOf(stored: unknown): ImportReport {
  const parsed = importReportSchema.safeParse(stored);
  return parsed.success ? parsed.data : emptyReport();
}

export function toImportView(record: ImportRecord): ImportView {
  const isOver = record.finishedAt !== null;
  const share = record.size === 0 ? 0 : Math.min(1, record.bytesDone / record.size);
  const error = unreadable.find((reason) => reason === record.error) ?? null;
  return {
    ...reportOf(record.report),
    import_id: record.id,
    name: record.name,
    size: record.size,
    state: record.state,
    progress: isOver ? 1 : share,
    error,
    created_at: isoOf(record.createdAt),
    finished_at: record.finishedAt === null ? null : isoOf(record.finishedAt),
  };
}
