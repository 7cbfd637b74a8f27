import 'server-only';
import { z } from 'zod';
import { importFlaws } from './converted';
import { type LibraryKind, libraryKinds } from './library-rows';

/** Entries of each kind that a report names; all are counted. */
const mostEntries = 2_000;

const counts = z.object({ imported: z.number().int(), failed: z.number().int(), skipped: z.number().int() });
/** Of what an archive of a whole account holds beside conversations. */
const reportedKinds = z.enum(['note', 'task', 'memory', 'skill', 'setting']);
type ReportedKind = z.infer<typeof reportedKinds>;

export const importReportSchema = z.object({
  imported: z.array(z.object({ title: z.string().nullable(), session_id: z.string(), messages: z.number().int() })),
  failed: z.array(
    z.object({
      title: z.string().nullable(),
      /** Place in the file, from 0. */
      index: z.number().int(),
      reason: z.enum(importFlaws),
      /** Where in the conversation, for the curious. */
      detail: z.string().nullable(),
      /** Left out for a conversation. */
      kind: z.enum(libraryKinds).optional(),
    }),
  ),
  skipped: z.array(
    z.object({ title: z.string().nullable(), session_id: z.string(), reason: z.literal('already_there') }),
  ),
  /** Of conversations. */
  counts,
  library: z.partialRecord(reportedKinds, counts).default({}),
});
export type ImportReport = z.infer<typeof importReportSchema>;

type Kind = keyof ImportReport['counts'];

export const emptyReport = (): ImportReport => ({
  imported: [],
  failed: [],
  skipped: [],
  counts: { imported: 0, failed: 0, skipped: 0 },
  library: {},
});

export function addEntry<K extends Kind>(report: ImportReport, kind: K, entry: ImportReport[K][number]): void {
  report.counts[kind] += 1;
  const entries: ImportReport[K][number][] = report[kind];
  if (entries.length < mostEntries) entries.push(entry);
}

type LibraryFailure = ImportReport['failed'][number] & { kind: LibraryKind };

export function addLibraryFailure(report: ImportReport, failure: LibraryFailure): void {
  if (report.failed.length < mostEntries) report.failed.push(failure);
  if (failure.kind !== 'folder') countInLibrary(report, failure.kind, 'failed');
}

export function countInLibrary(report: ImportReport, kind: ReportedKind, as: Kind): void {
  const known = report.library[kind] ?? { imported: 0, failed: 0, skipped: 0 };
  report.library[kind] = { ...known, [as]: known[as] + 1 };
}

/** Nothing came in, and nothing was here before. */
export const isEmptyReport = ({ counts: { imported, skipped }, library }: ImportReport): boolean =>
  imported + skipped === 0 && Object.keys(library).length === 0;
