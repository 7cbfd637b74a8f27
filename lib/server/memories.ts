import 'server-only';
import { z } from 'zod';
import type { CleanUpView, MemoryCleanUpStore } from '@/lib/db/memory-clean-up-store';
import type { FullMemoryStore, MemoryPatch, NewMemory } from '@/lib/db/memory-store';
import { type MetonaMemoryItem, metonaArchiveReasonSchema, metonaErrorSchema, metonaMemoryItemSchema } from '@/lib/ir';
import { notFound } from './http/problem';
import type { MemoryIndex, MemoryIndexStatus } from './memory-index';

export const memoryPageSchema = z.object({
  items: z.array(metonaMemoryItemSchema),
  next_cursor: z.string().nullable(),
});

/** What cleaning up would do to one memory; a suggestion is done only when its id is named. */
const cleanUpStepSchema = z.object({
  memory: metonaMemoryItemSchema,
  action: z.enum(['archive', 'delete']),
  reason: metonaArchiveReasonSchema,
  suggestion: z.boolean(),
  keeps: metonaMemoryItemSchema.nullable(),
});
export const cleanUpPreviewSchema = z.object({ items: z.array(cleanUpStepSchema) });
export const cleanUpResultSchema = z.object({ archived: z.number().int(), deleted: z.number().int() });

/** How far the embedding model of the user's choice has come with his memories. */
export const memoryIndexSchema = z.object({
  provider: z.string().nullable(),
  model: z.string().nullable(),
  total: z.number().int(),
  indexed: z.number().int(),
  error: metonaErrorSchema.nullable(),
}) satisfies z.ZodType<MemoryIndexStatus>;

/** What one request may wait for; a job does the rest. */
const indexNowMs = 10_000;

export interface MemoryListRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly status?: MetonaMemoryItem['status'];
}

export interface MemoriesDependencies {
  readonly memories: FullMemoryStore;
  readonly cleanUp: MemoryCleanUpStore;
  readonly index: Pick<MemoryIndex, 'status' | 'update'>;
}

const toStep = ({ memory, action, reason, isSuggestion, keeper }: CleanUpView): z.infer<typeof cleanUpStepSchema> => ({
  memory,
  action,
  reason,
  suggestion: isSuggestion,
  keeps: keeper,
});

export function createMemories({ memories, cleanUp, index }: MemoriesDependencies) {
  const present = (memory: MetonaMemoryItem | null) => {
    if (memory === null) throw notFound();
    return memory;
  };

  return {
    async list(userId: string, page: MemoryListRequest) {
      if (page.q) return { items: await memories.search(userId, page.q, { limit: page.limit }), next_cursor: null };
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
    previewCleanUp: async (userId: string) => ({ items: (await cleanUp.preview(userId)).map(toStep) }),
    cleanUp: (userId: string, ids: readonly string[] | undefined) => cleanUp.run(userId, ids),
    indexStatus: (userId: string) => index.status(userId),
    async indexNow(userId: string) {
      await index.update(userId, AbortSignal.timeout(indexNowMs));
      return await index.status(userId);
    },
  };
}
