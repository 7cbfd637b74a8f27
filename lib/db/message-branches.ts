import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import type { MessagePlace } from './message-rows';
import { ABOVE_PATH } from './sql';

/** Where a message stands among those that follow the same one, oldest first. */
export interface Siblings {
  readonly index: number;
  readonly count: number;
  readonly previous: string | null;
  readonly next: string | null;
}

interface SiblingRow extends Siblings {
  readonly id: string;
}

interface Branching {
  readonly id: string;
  readonly parentId: string | null;
}

const of = ({ sessionId, userId }: MessagePlace) =>
  Prisma.sql`m.session_id = ${sessionId} AND m.user_id IS NOT DISTINCT FROM ${userId} AND m.status <> 'summary'`;

/** One message, and everything that follows one. Fenced off, so that the key and the index on the parent alone can serve them. */
const one = (id: string) => Prisma.sql`(SELECT * FROM messages WHERE id = ${id} OFFSET 0)`;
const following = (parent: Prisma.Sql) => Prisma.sql`(SELECT * FROM messages WHERE parent_id = ${parent} OFFSET 0)`;

/** What follows a message; summaries stand beside the branches. */
const childrenOf = (place: MessagePlace, parent: Prisma.Sql) =>
  Prisma.sql`SELECT m.id, m.created_at FROM ${following(parent)} m WHERE ${of(place)}`;

/** Written so that only the index on the parent can serve the steps down: the cost is that of the rows found. */
export function createMessageBranches(prisma: PrismaClient) {
  return {
    /** Of those of some messages that are not the only one of their kind. */
    async siblingsOf(place: MessagePlace, messages: readonly Branching[]): Promise<ReadonlyMap<string, Siblings>> {
      const ids = messages.map((message) => message.id);
      const parents = [...new Set(messages.flatMap(({ parentId }) => parentId ?? []))];
      const roots = messages.some(({ parentId }) => parentId === null)
        ? Prisma.sql`UNION ALL SELECT m.id, m.parent_id, m.created_at FROM messages m WHERE m.parent_id IS NULL AND ${of(place)}`
        : Prisma.empty;
      const rows = await prisma.$queryRaw<SiblingRow[]>(Prisma.sql`
        WITH family AS (
          SELECT m.id, m.parent_id, m.created_at FROM unnest(${parents}::text[]) AS parent(id)
          CROSS JOIN LATERAL ${following(Prisma.sql`parent.id`)} m WHERE ${of(place)}
          ${roots}
        ), placed AS (
          SELECT id, (row_number() OVER siblings)::int - 1 AS index, (count(*) OVER (PARTITION BY parent_id))::int AS count,
            lag(id) OVER siblings AS previous, lead(id) OVER siblings AS next
          FROM family WINDOW siblings AS (PARTITION BY parent_id ORDER BY created_at, id)
        )
        SELECT * FROM placed WHERE count > 1 AND id = ANY(${ids})`);
      return new Map(rows.map(({ id, ...siblings }) => [id, siblings]));
    },

    /** How many messages follow one, and the newest of them. */
    async below(place: MessagePlace, messageId: string): Promise<{ count: number; newest: string } | null> {
      const rows = await prisma.$queryRaw<{ id: string; count: number }[]>(Prisma.sql`
        SELECT id, (count(*) OVER ())::int AS count FROM (${childrenOf(place, Prisma.sql`${messageId}`)}) child
        ORDER BY created_at DESC, id DESC LIMIT 1`);
      return rows[0] ? { count: rows[0].count, newest: rows[0].id } : null;
    },

    /** The message that was written last on any way down from one: itself when nothing follows it. */
    async newestLeaf(place: MessagePlace, messageId: string): Promise<string | null> {
      const rows = await prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
        WITH RECURSIVE tree AS (
          SELECT m.id, m.created_at, m.depth, m.status FROM ${one(messageId)} m WHERE ${of(place)}
          UNION ALL
          SELECT m.id, m.created_at, m.depth, m.status
          FROM tree CROSS JOIN LATERAL ${following(Prisma.sql`tree.id`)} m WHERE m.session_id = ${place.sessionId}
        )
        SELECT id FROM tree WHERE status <> 'summary' ORDER BY created_at DESC, depth DESC, id DESC LIMIT 1`);
      return rows[0]?.id ?? null;
    },

    /** Whether a message is one of those that lead to another one. */
    async isAbove(place: MessagePlace, messageId: string, tailId: string): Promise<boolean> {
      const rows = await prisma.$queryRaw<unknown[]>(Prisma.sql`
        WITH RECURSIVE wanted AS (
          SELECT m.id, m.depth FROM ${one(messageId)} m WHERE ${of(place)}
        ), path AS (
          SELECT m.id, m.parent_id, m.depth FROM ${one(tailId)} m WHERE ${of(place)}
          UNION ALL
          SELECT m.id, m.parent_id, m.depth FROM path CROSS JOIN wanted CROSS JOIN LATERAL ${Prisma.raw(ABOVE_PATH)} m
          WHERE path.depth > wanted.depth AND m.session_id = ${place.sessionId}
        )
        SELECT path.id FROM path JOIN wanted USING (id) LIMIT 1`);
      return rows.length > 0;
    },
  };
}
