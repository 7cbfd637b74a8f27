import 'server-only';
import { z } from 'zod';
import type { SessionRecord } from '@/lib/db/session-store';
import { isTerminalStatus, runStatusSchema } from '@/lib/ir';

const isoTime = z.iso.datetime();

export const sessionViewSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  pinned: z.boolean(),
  head_message_id: z.string().nullable(),
  forked_from: z.string().nullable(),
  created_at: isoTime,
  updated_at: isoTime,
  active_run: z.object({ id: z.string(), status: runStatusSchema }).nullable(),
  last_status: runStatusSchema.nullable(),
  /** The last run has ended, and nobody has looked at its end. */
  unseen: z.boolean(),
  open_permissions: z.number().int(),
});
export type SessionView = z.infer<typeof sessionViewSchema>;

export const isoOf = (at: number): string => new Date(at).toISOString();

export function toSessionView(session: SessionRecord): SessionView {
  const run = session.lastRun;
  return {
    id: session.id,
    title: session.title,
    pinned: session.pinned,
    head_message_id: session.headMessageId,
    forked_from: session.forkedFrom,
    created_at: isoOf(session.createdAt),
    updated_at: isoOf(session.updatedAt),
    active_run: run && !isTerminalStatus(run.status) ? run : null,
    last_status: run?.status ?? null,
    unseen: run !== null && isTerminalStatus(run.status) && run.status !== 'cancelled' && run.id !== session.seenRunId,
    open_permissions: session.openPermissions,
  };
}
