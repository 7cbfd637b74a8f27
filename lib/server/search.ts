import 'server-only';
import { z } from 'zod';
import type { MessageStore } from '@/lib/db/message-store';
import type { SessionStore } from '@/lib/db/session-store';
import { isoOf } from './session-view';

export const searchHitSchema = z.object({
  session_id: z.string(),
  message_id: z.string().nullable(),
  title: z.string().nullable(),
  snippet: z.string(),
  created_at: z.iso.datetime(),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** Hits in titles first (they name no message), then in messages, each newest first. */
export function createSearch({ sessions, messages }: { sessions: SessionStore; messages: MessageStore }) {
  return {
    async find(
      userId: string,
      { q, limit }: { q: string; limit: number },
    ): Promise<{ items: SearchHit[]; next_cursor: null }> {
      const [titles, hits] = await Promise.all([
        sessions.findByTitle(userId, q, Math.min(limit, 10)),
        messages.search(userId, q, limit),
      ]);
      const byTitle = titles.map(({ id, title, updatedAt }) => ({
        session_id: id,
        message_id: null,
        title,
        snippet: title,
        created_at: isoOf(updatedAt),
      }));
      const byText = hits.map((hit) => ({
        session_id: hit.sessionId,
        message_id: hit.messageId,
        title: hit.title,
        snippet: hit.snippet,
        created_at: isoOf(hit.createdAt),
      }));
      return { items: [...byTitle, ...byText].slice(0, limit), next_cursor: null };
    },
  };
}
