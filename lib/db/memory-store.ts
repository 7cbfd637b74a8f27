import 'server-only';
import type { MemoryStore } from '@/lib/agent/ports';
import { type MetonaMemoryItem, metonaMemoryItemSchema } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import type { MemoryModel } from './generated/models';
import { relevanceOf, topicsOf } from './memory-relevance';
import type { RecordDependencies } from './note-store';
import { decodePlace, type Page, toPage } from './page-cursor';
import { anyWordQueryOf, searchTextOf } from './search-text';
import { storableText } from './storable';
import { deleteOnce } from './tombstone-store';

export interface MemoryPatch {
  readonly type?: MetonaMemoryItem['type'] | undefined;
  readonly content?: string | undefined;
  readonly summary?: string | null | undefined;
  readonly importance?: number | undefined;
  readonly status?: 'active' | 'proposed' | undefined;
  readonly expiresAt?: number | null | undefined;
}

export interface NewMemory {
  readonly type: MetonaMemoryItem['type'];
  readonly content: string;
  readonly summary?: string | undefined;
  readonly source: MetonaMemoryItem['source'];
  readonly importance: number;
  readonly status: 'active' | 'proposed';
  readonly sessionId?: string | undefined;
  readonly sourceMessageId?: string | undefined;
  readonly expiresAt?: number | undefined;
}

export interface FullMemoryStore extends MemoryStore {
  save(userId: string, memory: NewMemory): Promise<MetonaMemoryItem>;
  read(userId: string, memoryId: string): Promise<MetonaMemoryItem | null>;
  list(userId: string, page: MemoryPageRequest): Promise<Page<MetonaMemoryItem>>;
  update(userId: string, memoryId: string, patch: MemoryPatch): Promise<MetonaMemoryItem | null>;
  /** False when no such memory was ever the user's. */
  delete(userId: string, memoryId: string): Promise<boolean>;
}

export interface MemoryPageRequest {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly status?: 'active' | 'proposed' | undefined;
}

function toItem(row: MemoryModel, relevanceScore?: number): MetonaMemoryItem {
  return metonaMemoryItemSchema.parse({
    id: row.id,
    type: row.type,
    content: row.content,
    source: row.source,
    importance: row.importance,
    status: row.status,
    createdAt: row.createdAt.getTime(),
    ...(row.summary !== null && { summary: row.summary }),
    ...(row.sessionId !== null && { sessionId: row.sessionId }),
    ...(row.sourceMessageId !== null && { sourceMessageId: row.sourceMessageId }),
    ...(row.expiresAt !== null && { expiresAt: row.expiresAt.getTime() }),
    ...(relevanceScore !== undefined && { relevanceScore }),
  });
}

function changesOf(patch: MemoryPatch, now: number): Prisma.MemoryUpdateManyMutationInput {
  const content = patch.content === undefined ? undefined : storableText(patch.content);
  return {
    updatedAt: new Date(now),
    ...(content !== undefined && { content, searchText: searchTextOf(content) }),
    ...(patch.type !== undefined && { type: patch.type }),
    ...(patch.summary !== undefined && { summary: patch.summary }),
    ...(patch.importance !== undefined && { importance: patch.importance }),
    ...(patch.status !== undefined && { status: patch.status }),
    ...(patch.expiresAt !== undefined && { expiresAt: patch.expiresAt === null ? null : new Date(patch.expiresAt) }),
  };
}

/** Rows ranked by the database before they are compared one by one. */
const minCandidates = 50;

/** Only what the user agreed to and what has not run out is found; what matters more goes before what fits as well. */
async function findRelevant(prisma: PrismaClient, query: { userId: string; text: string; limit: number; now: number }) {
  const wanted = anyWordQueryOf(topicsOf(query.text).join(' ')) ?? anyWordQueryOf(query.text);
  if (wanted === null) return [];
  const ranked = await prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT id, ts_rank(to_tsvector('simple', search_text), to_tsquery('simple', ${wanted})) * (0.5 + importance) AS rank FROM memories
    WHERE user_id = ${query.userId} AND status = 'active' AND (expires_at IS NULL OR expires_at > ${new Date(query.now)})
      AND to_tsvector('simple', search_text) @@ to_tsquery('simple', ${wanted})
    ORDER BY rank DESC, created_at DESC LIMIT ${Math.max(minCandidates, query.limit)}`);
  const rows = await prisma.memory.findMany({
    where: { userId: query.userId, id: { in: ranked.map(({ id }) => id) } },
  });
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const items = ranked.flatMap(({ id }) => {
    const row = rowById.get(id);
    return row ? [toItem(row, relevanceOf(row.content, query.text))] : [];
  });
  const weight = (item: MetonaMemoryItem) => (item.relevanceScore ?? 0) * (0.5 + item.importance);
  return items.sort((left, right) => weight(right) - weight(left)).slice(0, query.limit);
}

export function createMemoryStore(prisma: PrismaClient, { newId, now }: RecordDependencies): FullMemoryStore {
  return {
    async save(userId, memory) {
      const content = storableText(memory.content);
      const row = await prisma.memory.create({
        data: {
          id: newId('mem'),
          userId,
          type: memory.type,
          content,
          summary: memory.summary ?? null,
          source: memory.source,
          importance: memory.importance,
          status: memory.status,
          sessionId: memory.sessionId ?? null,
          sourceMessageId: memory.sourceMessageId ?? null,
          searchText: searchTextOf(content),
          createdAt: new Date(now()),
          updatedAt: new Date(now()),
          expiresAt: memory.expiresAt === undefined ? null : new Date(memory.expiresAt),
        },
      });
      return toItem(row);
    },

    async read(userId, memoryId) {
      const row = await prisma.memory.findFirst({ where: { id: memoryId, userId } });
      return row && toItem(row);
    },

    async list(userId, { limit, before, status }) {
      const place = before === undefined ? null : decodePlace(before);
      if (before !== undefined && place === null) return { items: [], nextCursor: null };
      const rows = await prisma.memory.findMany({
        where: {
          userId,
          ...(status && { status }),
          ...(place && {
            OR: [{ createdAt: { lt: new Date(place.at) } }, { createdAt: new Date(place.at), id: { lt: place.id } }],
          }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
      });
      return toPage(rows, limit, {
        item: (row) => toItem(row),
        place: (row) => ({ at: row.createdAt.getTime(), id: row.id }),
      });
    },

    search: (userId, text, limit) => findRelevant(prisma, { userId, text, limit, now: now() }),

    async update(userId, memoryId, patch) {
      const where = { id: memoryId, userId };
      const { count } = await prisma.memory.updateMany({ where, data: changesOf(patch, now()) });
      const row = count === 0 ? null : await prisma.memory.findFirst({ where });
      return row && toItem(row);
    },

    delete: (userId, memoryId) =>
      deleteOnce(prisma, { userId, id: memoryId }, async (transaction) => {
        const { count } = await transaction.memory.deleteMany({ where: { id: memoryId, userId } });
        return count;
      }),
  };
}
