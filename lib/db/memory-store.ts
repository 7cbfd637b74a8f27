import 'server-only';
import type { MemoryStore } from '@/lib/agent/ports';
import { hashArgs } from '@/lib/crypto/canonical-json';
import { MetonaFailure, type MetonaMemoryItem } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import { relevanceOf, topicsOf, weightOf } from './memory-relevance';
import { changesOf, type MemoryPatch, type NewMemory, rowOf, toItem } from './memory-rows';
import type { RecordDependencies } from './note-store';
import { decodePlace, type Page, toPage } from './page-cursor';
import { anyWordQueryOf, searchTextOf } from './search-text';
import { buryRows, deleteOnce } from './tombstone-store';

export type { MemoryPatch, NewMemory } from './memory-rows';

import { limitOf, type UserLimit } from './user-limit';

export interface FullMemoryStore extends MemoryStore {
  save(userId: string, memory: NewMemory): Promise<MetonaMemoryItem>;
  read(userId: string, memoryId: string): Promise<MetonaMemoryItem | null>;
  list(userId: string, page: MemoryPageRequest): Promise<Page<MetonaMemoryItem>>;
  update(userId: string, memoryId: string, patch: MemoryPatch): Promise<MetonaMemoryItem | null>;
  /** Those of the given ones that may be found now, in the order given. */
  findUsable(
    userId: string,
    ids: readonly string[],
    of: { sessionId?: string | undefined },
  ): Promise<MetonaMemoryItem[]>;
  /** False when no such memory was ever the user's. */
  delete(userId: string, memoryId: string): Promise<boolean>;
}

export interface MemoryPageRequest {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly status?: MetonaMemoryItem['status'];
}

export interface MemoryStoreDependencies extends RecordDependencies {
  /** The most that one user may have, the archive included. */
  readonly maxMemories: UserLimit;
}

/** Rows ranked by the database before they are compared one by one. */
const minCandidates = 50;

interface Search {
  readonly userId: string;
  readonly text: string;
  readonly limit: number;
  readonly sessionId?: string | undefined;
  readonly now: number;
}

/** Only what the user agreed to and what has not run out is found; what matters more goes before what fits as well. */
async function findRelevant(prisma: PrismaClient, { userId, text, limit, sessionId, now }: Search) {
  const wanted = anyWordQueryOf(topicsOf(text).join(' ')) ?? anyWordQueryOf(text);
  if (wanted === null) return [];
  const elsewhere =
    sessionId === undefined
      ? Prisma.empty
      : Prisma.sql`AND (type <> 'working' OR session_id IS NULL OR session_id = ${sessionId})`;
  const ranked = await prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT id, ts_rank(to_tsvector('simple', search_text), to_tsquery('simple', ${wanted})) * (0.5 + importance) AS rank FROM memories
    WHERE user_id = ${userId} AND status = 'active' AND (expires_at IS NULL OR expires_at > ${new Date(now)}) ${elsewhere}
      AND to_tsvector('simple', search_text) @@ to_tsquery('simple', ${wanted})
    ORDER BY rank DESC, created_at DESC LIMIT ${Math.max(minCandidates, limit)}`);
  if (ranked.length === 0) return [];
  const rows = await prisma.memory.findMany({ where: { userId, id: { in: ranked.map(({ id }) => id) } } });
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const items = ranked.flatMap(({ id }) => {
    const row = rowById.get(id);
    return row ? [toItem(row, relevanceOf(row.content, text))] : [];
  });
  const weight = (item: MetonaMemoryItem) => (item.relevanceScore ?? 0) * weightOf(item, now);
  return items.sort((left, right) => weight(right) - weight(left)).slice(0, limit);
}

async function findUsable(prisma: PrismaClient, of: Omit<Search, 'text' | 'limit'> & { ids: readonly string[] }) {
  const { userId, ids, sessionId, now } = of;
  const rows = await prisma.memory.findMany({
    where: {
      userId,
      id: { in: [...ids] },
      status: 'active',
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(now) } }] },
        ...(sessionId === undefined
          ? []
          : [{ OR: [{ type: { not: 'working' } }, { sessionId: null }, { sessionId }] }]),
      ],
    },
  });
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rowById.get(id);
    return row ? [toItem(row)] : [];
  });
}

/** The same words, whatever their case and marks, of the same kind and not in the archive. */
function findSame(prisma: PrismaClient, userId: string, { type, content, sessionId }: NewMemory) {
  return prisma.memory.findFirst({
    where: {
      userId,
      type,
      searchText: searchTextOf(content),
      status: { not: 'archived' },
      ...(type === 'working' && { sessionId: sessionId ?? null }),
    },
    orderBy: { createdAt: 'asc' },
  });
}

/** What is left of a proposal that was refused: enough to know it again, not to read it. */
function refusalOf(userId: string, content: string): string {
  return `refused_${hashArgs({ userId, text: searchTextOf(content) })}`;
}

async function refuseAgain(prisma: PrismaClient, userId: string, content: string): Promise<void> {
  if ((await prisma.tombstone.count({ where: { id: refusalOf(userId, content), userId } })) === 0) return;
  const message = 'The user has refused to have this remembered. Do not propose it again.';
  throw new MetonaFailure({ code: 'forbidden', message, retryable: false });
}

async function deleteMemory(prisma: PrismaClient, userId: string, memoryId: string): Promise<boolean> {
  const where = { id: memoryId, userId };
  return await deleteOnce(prisma, where, async (transaction) => {
    const row = await transaction.memory.findFirst({ where });
    if (row?.status === 'proposed') await buryRows(transaction, userId, [refusalOf(userId, row.content)]);
    const { count } = await transaction.memory.deleteMany({ where });
    return count;
  });
}

export async function refuseWhenFull(
  prisma: Pick<PrismaClient, 'memory'>,
  userId: string,
  most: number,
): Promise<void> {
  if ((await prisma.memory.count({ where: { userId } })) < most) return;
  const message = `There are ${most} memories, and there may be no more. Delete some that are no longer needed.`;
  throw new MetonaFailure({ code: 'conflict', message, retryable: false });
}

export function createMemoryStore(
  prisma: PrismaClient,
  { newId, now, maxMemories }: MemoryStoreDependencies,
): FullMemoryStore {
  return {
    async save(userId, memory) {
      const known = memory.unlessKnown ? await findSame(prisma, userId, memory) : null;
      if (known) return toItem(known);
      if (memory.unlessKnown) await refuseAgain(prisma, userId, memory.content);
      await refuseWhenFull(prisma, userId, await limitOf(maxMemories, userId));
      return toItem(await prisma.memory.create({ data: rowOf(memory, { id: newId('mem'), userId, now: now() }) }));
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

    search: (userId, text, of) => findRelevant(prisma, { userId, text, ...of, now: now() }),
    findUsable: (userId, ids, of) => findUsable(prisma, { userId, ids, ...of, now: now() }),

    async noteUse(userId, ids) {
      await prisma.memory.updateMany({ where: { userId, id: { in: [...ids] } }, data: { usedAt: new Date(now()) } });
    },

    update: (userId, memoryId, patch) =>
      prisma.$transaction(async (transaction) => {
        const where = { id: memoryId, userId };
        await transaction.$queryRaw`SELECT id FROM memories WHERE id = ${memoryId} AND user_id = ${userId} FOR UPDATE`;
        const row = await transaction.memory.findFirst({ where });
        if (row === null) return null;
        const data = changesOf(row, patch, now());
        const changed = await transaction.memory.update({ where: { id: memoryId }, data });
        const isOutdated = changed.content !== row.content || changed.status === 'archived';
        if (isOutdated) await transaction.memoryVector.deleteMany({ where: { memoryId, userId } });
        return toItem(changed);
      }),

    delete: (userId, memoryId) => deleteMemory(prisma, userId, memoryId),
  };
}
