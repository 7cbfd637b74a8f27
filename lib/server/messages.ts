import 'server-only';
import { z } from 'zod';
import type { MessageStore } from '@/lib/db/message-store';
import { type MetonaStoredMessage, metonaStoredMessageSchema } from '@/lib/ir';
import { invalid } from './http/problem';

export const messagePageSchema = z.object({
  items: z.array(metonaStoredMessageSchema),
  next_cursor: z.string().nullable(),
});

export interface MessagePageRequest {
  readonly headMessageId: string | null;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What an answer needs to be continued with is of no use to a reader. */
function withoutReplayData({ providerState: _state, ...message }: MetonaStoredMessage): MetonaStoredMessage {
  return message;
}

export function createMessages(messages: MessageStore) {
  return {
    /** Newest first, from the session's head or from what comes before a given message. */
    async page(userId: string, sessionId: string, { headMessageId, before, limit }: MessagePageRequest) {
      const start = before ?? headMessageId;
      if (start === null) return { items: [], next_cursor: null };
      const skipped = before === undefined ? 0 : 1;
      const rows = await messages.walkUp({ userId, sessionId }, start, limit + skipped);
      if (before !== undefined && rows.length === 0) {
        throw invalid([{ path: 'before', message: 'There is no such message in this conversation.' }]);
      }
      const items = rows.slice(skipped, skipped + limit).map(withoutReplayData);
      const last = items.at(-1);
      return { items, next_cursor: last && last.parentId !== null ? last.id : null };
    },
  };
}
