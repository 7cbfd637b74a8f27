import 'server-only';
import type { RunStatus } from '@/lib/ir';

/** A session with what its list entry shows about its last run. */
export interface SessionRow {
  id: string;
  title: string | null;
  title_by: string;
  pinned: boolean;
  head_message_id: string | null;
  forked_from: string | null;
  seen_run_id: string | null;
  created_at: Date;
  updated_at: Date;
  run_id: string | null;
  run_status: RunStatus | null;
  open_permissions: number;
}

export interface SessionRecord {
  readonly id: string;
  readonly title: string | null;
  readonly titleBy: string;
  readonly pinned: boolean;
  readonly headMessageId: string | null;
  readonly forkedFrom: string | null;
  readonly seenRunId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastRun: { readonly id: string; readonly status: RunStatus } | null;
  readonly openPermissions: number;
}

export function toSessionRecord(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    title: row.title,
    titleBy: row.title_by,
    pinned: row.pinned,
    headMessageId: row.head_message_id,
    forkedFrom: row.forked_from,
    seenRunId: row.seen_run_id,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    lastRun: row.run_id !== null && row.run_status !== null ? { id: row.run_id, status: row.run_status } : null,
    openPermissions: row.open_permissions,
  };
}
