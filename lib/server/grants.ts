import 'server-only';
import { z } from 'zod';
import type { GrantStore } from '@/lib/db/grant-store';
import { notFound } from './http/problem';
import { isoOf } from './session-view';

export const grantViewSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  session_title: z.string().nullable(),
  tool: z.string(),
  host: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

export function createGrants({ grants, now }: { grants: GrantStore; now: () => number }) {
  return {
    async list(userId: string) {
      const rows = await grants.listLive(userId, now());
      const items = rows.map((row) => ({
        id: row.id,
        session_id: row.sessionId,
        session_title: row.sessionTitle,
        tool: row.toolName,
        host: row.host,
        created_at: isoOf(row.createdAt.getTime()),
        expires_at: isoOf(row.expiresAt.getTime()),
      }));
      return { items, next_cursor: null };
    },
    async revoke(userId: string, grantId: string): Promise<void> {
      if (!(await grants.revoke(userId, grantId, now()))) throw notFound();
    },
  };
}
