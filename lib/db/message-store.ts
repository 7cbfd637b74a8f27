import 'server-only';
import type { MetonaStoredMessage } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import { createMessageBranches } from './message-branches';
import { createMessageCosts } from './message-costs';
import type { MessagePlace } from './message-rows';
import { type MessageRow, toStoredMessage } from './run-rows';
import { searchQueryOf, searchTextOf, snippetOf } from './search-text';
import { ABOVE_PATH } from './sql';
import { createSummaryRows } from './summary-rows';

export interface MessageHit {
  readonly sessionId: string;
  readonly messageId: string;
  readonly title: string | null;
  readonly snippet: string;
  readonly createdAt: number;
}

interface HitRow {
  id: string;
  session_id: string;
  title: string | null;
  content: string;
  created_at: Date;
}

const wholePath = 1_000_000;

interface TreePlace {
  readonly depth: number;
  readonly id: string;
}

function toInput(message: MetonaStoredMessage, place: MessagePlace, depth: number): Prisma.MessageCreateManyInput {
  const isSearchable = (message.role === 'user' || message.role === 'assistant') && message.content !== '';
  const json = (value: unknown) => (value === undefined ? Prisma.DbNull : (value as Prisma.InputJsonValue));
  return {
    id: message.id,
    ...place,
    parentId: message.parentId,
    runId: message.runId,
    depth,
    role: message.role,
    content: message.content,
    reasoningContent: message.reasoningContent ?? null,
    reasoningMs: message.reasoningMs ?? null,
    toolCalls: json(message.toolCalls),
    toolResult: json(message.toolResult),
    images: json(message.images),
    providerState: json(message.providerState),
    answeredBy: json(message.answeredBy),
    status: message.status ?? 'complete',
    iteration: message.iteration ?? null,
    origin: message.origin ?? null,
    // Counted when a run reads it.
    tokenEstimate: 0,
    searchText: isSearchable ? searchTextOf(message.content) : null,
    createdAt: new Date(message.timestamp),
  };
}

/** Small enough that cutting a page into words for the search holds up nobody else. */
function* pagesOf(messages: readonly MetonaStoredMessage[]): Generator<MetonaStoredMessage[]> {
  let page: MetonaStoredMessage[] = [];
  let size = 0;
  for (const message of messages) {
    page.push(message);
    size += message.content.length;
    if (page.length < 500 && size < 200_000) continue;
    yield page;
    page = [];
    size = 0;
  }
  if (page.length > 0) yield page;
}

/** Messages as new rows of a session, each after the one it follows. */
export async function insertMessages(
  transaction: Prisma.TransactionClient,
  place: MessagePlace,
  messages: readonly MetonaStoredMessage[],
): Promise<void> {
  const depths = new Map<string, number>();
  for (const { id, parentId } of messages) {
    depths.set(id, parentId === null ? 0 : (depths.get(parentId) ?? -1) + 1);
  }
  for (const page of pagesOf(messages)) {
    const data = page.map((message) => toInput(message, place, depths.get(message.id) ?? 0));
    await transaction.message.createMany({ data });
  }
}

export function createMessageStore(prisma: PrismaClient) {
  /** Walks from one message towards the root. The cost is that of the rows read, however long the session is. */
  const walkUp = async (place: MessagePlace, startId: string, limit: number): Promise<MetonaStoredMessage[]> => {
    const rows = await prisma.$queryRaw<MessageRow[]>(Prisma.sql`
      WITH RECURSIVE path AS (
        SELECT m.*, 1 AS step FROM (SELECT * FROM messages WHERE id = ${startId} OFFSET 0) m
        WHERE m.session_id = ${place.sessionId} AND m.user_id = ${place.userId}
        UNION ALL
        SELECT m.*, path.step + 1 FROM path CROSS JOIN LATERAL ${Prisma.raw(ABOVE_PATH)} m
        WHERE path.step < ${limit} AND m.session_id = ${place.sessionId} AND m.user_id = ${place.userId}
      )
      SELECT * FROM path ORDER BY step`);
    return rows.map(toStoredMessage);
  };

  return {
    walkUp,
    ...createSummaryRows(prisma),
    ...createMessageBranches(prisma),
    ...createMessageCosts(prisma),

    async find({ userId, sessionId }: MessagePlace, messageId: string): Promise<MetonaStoredMessage | null> {
      return (await walkUp({ userId, sessionId }, messageId, 1))[0] ?? null;
    },

    /** The whole path that ends at a message, root first. */
    async loadPath(place: MessagePlace, headId: string): Promise<MetonaStoredMessage[]> {
      return (await walkUp(place, headId, wholePath)).reverse();
    },

    /** A page of the whole tree, by depth: what a message follows comes before it. */
    async loadTree(
      { userId, sessionId }: MessagePlace,
      page: { limit: number; after: TreePlace | null },
    ): Promise<{ items: MetonaStoredMessage[]; next: TreePlace | null }> {
      const after = page.after ?? { depth: -1, id: '' };
      const rows = await prisma.$queryRaw<MessageRow[]>(Prisma.sql`
        SELECT * FROM messages m
        WHERE m.session_id = ${sessionId} AND m.user_id = ${userId} AND (m.depth, m.id) > (${after.depth}, ${after.id})
        ORDER BY m.depth, m.id LIMIT ${page.limit}`);
      const last = rows.length === page.limit ? rows.at(-1) : undefined;
      return { items: rows.map(toStoredMessage), next: last ? { depth: last.depth, id: last.id } : null };
    },

    async search(userId: string, query: string, limit: number): Promise<MessageHit[]> {
      const wanted = searchQueryOf(query);
      if (wanted === null) return [];
      const rows = await prisma.$queryRaw<HitRow[]>(Prisma.sql`
        SELECT m.id, m.session_id, s.title, m.content, m.created_at
        FROM messages m JOIN sessions s ON s.id = m.session_id AND s.user_id = m.user_id
        WHERE m.user_id = ${userId} AND to_tsvector('simple', m.search_text) @@ to_tsquery('simple', ${wanted})
        ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}`);
      return rows.map((row) => ({
        sessionId: row.session_id,
        messageId: row.id,
        title: row.title,
        snippet: snippetOf(row.content, query),
        createdAt: row.created_at.getTime(),
      }));
    },
  };
}
export type MessageStore = ReturnType<typeof createMessageStore>;
