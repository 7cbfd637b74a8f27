import 'server-only';
import { z } from 'zod';
import { estimateMessageTokens } from '@/lib/agent/context/estimate-tokens';
import type { Spend } from '@/lib/db/message-costs';
import type { MessagePlace } from '@/lib/db/message-rows';
import type { MessageStore } from '@/lib/db/message-store';
import { type MetonaStoredMessage, metonaStoredMessageSchema } from '@/lib/ir';
import { conflict, invalid, notFound } from './http/problem';

/** Where a message stands among those that follow the same one; absent when it is the only one. */
const siblingsSchema = z.object({
  index: z.number().int(),
  count: z.number().int(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
});

const count = z.number().int();

/** What attempts took; costs of different currencies are never summed, `unpriced_attempts` have no known price. */
export const spendSchema = z.object({
  attempts: count,
  unpriced_attempts: count,
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  costs: z.array(z.object({ currency: z.string(), amount: z.number() })),
});

export const messagePageSchema = z.object({
  items: z.array(metonaStoredMessageSchema.extend({ siblings: siblingsSchema.optional() })),
  next_cursor: z.string().nullable(),
  /** Messages that follow the last one shown, on other branches; only with the newest page. */
  below: z.object({ count, newest: z.string() }).nullable(),
  /** By run: what the answers on this page took. */
  spent: z.record(z.string(), spendSchema),
});
type MessagePage = z.infer<typeof messagePageSchema>;

export interface MessagePageRequest {
  readonly headMessageId: string | null;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What an answer needs to be continued with is of no use to a reader. */
function withoutReplayData({ providerState: _state, ...message }: MetonaStoredMessage): MetonaStoredMessage {
  return message;
}

function toSpendView(spend: Spend): z.infer<typeof spendSchema> {
  const { attempts, unpriced, inputTokens, outputTokens, totalTokens, costs } = spend;
  return {
    attempts,
    unpriced_attempts: unpriced,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: totalTokens,
    costs: [...costs],
  };
}

/** What the path of a summary names. */
export interface SummaryRef {
  readonly sessionId: string;
  readonly messageId: string;
}

export function createMessages(messages: MessageStore) {
  /** Newest first like the rows: a summary comes right before the last message it covers. */
  const withSummaries = async (place: MessagePlace, rows: readonly MetonaStoredMessage[], before?: string) => {
    const shown = new Set([...rows.map((row) => row.id), before]);
    const summaries = (await messages.summariesBelow(place, rows)).filter(({ id }) => !shown.has(id));
    return rows.flatMap((row) => [...summaries.filter((summary) => summary.parentId === row.id), row]);
  };

  /** What stands beside a page: other branches, and what its answers took. */
  const beside = async (place: MessagePlace, items: readonly MetonaStoredMessage[], headId: string | null) => {
    const shown = items.filter((message) => message.status !== 'summary');
    const runIds = new Set(shown.flatMap(({ role, runId }) => (runId === null || role === 'tool' ? [] : runId)));
    const [siblings, spent, below] = await Promise.all([
      messages.siblingsOf(place, shown),
      messages.spentOnRuns(place, [...runIds]),
      headId === null ? null : messages.below(place, headId),
    ]);
    return { siblings, below, spent: Object.fromEntries([...spent].map(([id, of]) => [id, toSpendView(of)])) };
  };

  return {
    /** For routes: a summary of this conversation, the neutral 404, or the 409 of a message that is none. */
    async ownSummary(userId: string, { sessionId, messageId }: SummaryRef): Promise<MetonaStoredMessage> {
      const message = await messages.find({ userId, sessionId }, messageId);
      if (message === null) throw notFound();
      if (message.status !== 'summary') throw conflict('Only a summary can be changed.', withoutReplayData(message));
      return message;
    },

    async editSummary(userId: string, { sessionId, messageId }: SummaryRef, content: string) {
      const tokenEstimate = estimateMessageTokens({ role: 'system', content });
      const message = await messages.editSummary({ userId, sessionId }, messageId, { content, tokenEstimate });
      if (message === null) throw notFound();
      return message;
    },

    /** Undoes a fold: what was folded is sent again. */
    async deleteSummary(userId: string, { sessionId, messageId }: SummaryRef): Promise<void> {
      const place = { userId, sessionId };
      const message = await messages.find(place, messageId);
      if (message !== null && message.status !== 'summary') throw conflict('Only a summary can be deleted.');
      const outcome = await messages.deleteSummary(place, messageId);
      if (outcome === 'in_use') throw conflict('The conversation goes on from this summary.');
      if (outcome === 'unknown') throw notFound();
    },

    /** All that the answers of a conversation took so far. */
    spend: async (userId: string, sessionId: string) =>
      toSpendView(await messages.spentOnSession({ userId, sessionId })),

    /** Newest first, from the session's head or from what comes before a given message. */
    async page(
      userId: string,
      sessionId: string,
      { headMessageId, before, limit }: MessagePageRequest,
    ): Promise<MessagePage> {
      const start = before ?? headMessageId;
      if (start === null) return { items: [], next_cursor: null, below: null, spent: {} };
      const skipped = before === undefined ? 0 : 1;
      const place = { userId, sessionId };
      const rows = await messages.walkUp(place, start, limit + skipped);
      if (before !== undefined && rows.length === 0) {
        throw invalid([{ path: 'before', message: 'There is no such message in this conversation.' }]);
      }
      const path = await withSummaries(place, rows.slice(skipped, skipped + limit), before);
      const items = path.slice(0, limit).map(withoutReplayData);
      const { siblings, ...more } = await beside(place, items, before === undefined ? headMessageId : null);
      const last = items.at(-1);
      return {
        items: items.map((item) => {
          const found = siblings.get(item.id);
          return found ? { ...item, siblings: { ...found } } : item;
        }),
        next_cursor: last && last.parentId !== null ? last.id : null,
        ...more,
      };
    },
  };
}
