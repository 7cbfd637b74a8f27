import 'server-only';
import type { MetonaStoredMessage } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import type { MessagePlace } from './message-rows';
import { type MessageRow, toStoredMessage } from './run-rows';
import { storableText } from './storable';
import { deleteOnce } from './tombstone-store';

/** Summaries hang below the last message they cover, beside the branches of the tree. */
export function createSummaryRows(prisma: PrismaClient) {
  return {
    /** The newest summary below each of some messages. */
    async summariesBelow(place: MessagePlace, parents: readonly { id: string }[]): Promise<MetonaStoredMessage[]> {
      const ids = parents.map((parent) => parent.id);
      const rows = await prisma.$queryRaw<MessageRow[]>(Prisma.sql`
        SELECT DISTINCT ON (parent_id) * FROM messages
        WHERE parent_id = ANY(${ids}) AND session_id = ${place.sessionId} AND user_id = ${place.userId} AND status = 'summary'
        ORDER BY parent_id, created_at DESC, id DESC`);
      return rows.map(toStoredMessage);
    },

    async editSummary(
      place: MessagePlace,
      id: string,
      change: { content: string; tokenEstimate: number },
    ): Promise<MetonaStoredMessage | null> {
      const rows = await prisma.$queryRaw<MessageRow[]>(Prisma.sql`
        UPDATE messages SET content = ${storableText(change.content)}, token_estimate = ${change.tokenEstimate}
        WHERE id = ${id} AND session_id = ${place.sessionId} AND user_id = ${place.userId} AND status = 'summary'
        RETURNING *`);
      return rows[0] ? toStoredMessage(rows[0]) : null;
    },

    /** Deleting it again succeeds; one that a branch goes on from, or that is the session's head, stays. */
    async deleteSummary(place: MessagePlace, id: string): Promise<'deleted' | 'in_use' | 'unknown'> {
      const inUse =
        (await prisma.message.count({ where: { ...place, parentId: id } })) +
        (await prisma.session.count({ where: { id: place.sessionId, userId: place.userId, headMessageId: id } }));
      if (inUse > 0) return 'in_use';
      const isGone = await deleteOnce(prisma, { userId: place.userId, id }, async (transaction) => {
        const { count } = await transaction.message.deleteMany({ where: { ...place, id, status: 'summary' } });
        return count;
      });
      return isGone ? 'deleted' : 'unknown';
    },
  };
}
