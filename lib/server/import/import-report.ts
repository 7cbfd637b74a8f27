import 'server-only';
import { z } from 'zod';
import { importFlaws } from './converted';

/** Entries of each kind that a report names; all are counted. */
const mostEntries = 2_000;

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
    }),
  ),
  skipped: z.array(
    z.object({ title: z.string().nullable(), session_id: z.string(), reason: z.literal('already_there') }),
  ),
  counts: z.object({ imported: z.number().int(), failed: z.number().int(), skipped: z.number().int() }),
});
export type ImportReport = z.infer<typeof importReportSchema>;

type Kind = keyof ImportReport['counts'];

export const emptyReport = (): ImportReport => ({
  imported: [],
  failed: [],
  skipped: [],
  counts: { imported: 0, failed: 0, skipped: 0 },
});

export function addEntry<K extends Kind>(report: ImportReport, kind: K, entry: ImportReport[K][number]): void {
  report.counts[kind] += 1;
  const entries: ImportReport[K][number][] = report[kind];
  if (entries.length < mostEntries) entries.push(entry);
}
