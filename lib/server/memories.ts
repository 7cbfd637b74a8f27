import 'server-only';
import { z } from 'zod';
import type { FullMemoryStore, MemoryPatch, NewMemory } from '@/lib/db/memory-store';
import { type MetonaMemoryItem, metonaMemoryItemSchema } from '@/lib/ir';
import { notFound } from './http/problem';

export const memoryPageSchema = z.object({
  items: z.array(metonaMemoryItemSchema),
  next_cursor: z.string().nullable(),
});

export interface MemoryListRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly status?: 'active' | 'proposed' | undefined;
}

export function createMemories(memories: FullMemoryStore) {
  const present = (memory: MetonaMemoryItem | null) => {
    if (memory === null) throw notFound();
    return memory;
  };

  return {
    async list(userId: string, page: MemoryListRequest) {
      if (page.q) return { items: await memories.search(userId, page.q, page.limit), next_cursor: null };
      const { items, nextCursor } = await memories.list(userId, {
        limit: page.limit,
        before: page.cursor,
        status: page.status,
      });
      return { items, next_cursor: nextCursor };
    },
    /** What a person writes himself needs nobody's consent. */
    create: (userId: string, memory: Omit<NewMemory, 'status'>) =>
      memories.save(userId, { ...memory, status: 'active' }),
    get: async (userId: string, memoryId: string) => present(await memories.read(userId, memoryId)),
    update: async (userId: string, memoryId: string, patch: MemoryPatch) =>
      present(await memories.update(userId, memoryId, patch)),
    async delete(userId: string, memoryId: string): Promise<void> {
      if (!(await memories.delete(userId, memoryId))) throw notFound();
    },
  };
}
