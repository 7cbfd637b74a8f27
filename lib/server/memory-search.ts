import 'server-only';
import type { Logger } from '@/lib/agent/ports';
import type { FullMemoryStore } from '@/lib/db/memory-store';
import { fuseMemories } from './fuse-memories';
import type { MemoryIndex } from './memory-index';

/** Of those that stand out by their meaning, so many are looked at. */
const nearCandidates = 50;

export interface MemorySearchDependencies {
  readonly store: FullMemoryStore;
  readonly index: Pick<MemoryIndex, 'nearest' | 'isChosen'>;
  /** Has the vectors of the user's memories brought up to date soon. */
  readonly requestIndex: (userId: string) => Promise<unknown>;
  readonly log: Logger;
}

/** The store, searched by words and, where the user chose an embedding model, by meaning too. */
export function createMemorySearch({ store, index, requestIndex, log }: MemorySearchDependencies): FullMemoryStore {
  const changed = async (userId: string) => {
    try {
      if (await index.isChosen(userId)) await requestIndex(userId);
    } catch {
      // The schedule comes by itself.
      log.warn({ userId }, 'the index of memories could not be asked for');
    }
  };
  return {
    ...store,
    async search(userId, text, of) {
      const [byWords, near] = await Promise.all([store.search(userId, text, of), index.nearest(userId, text)]);
      if (near.length === 0) return byWords;
      const similarity = new Map(near.slice(0, nearCandidates).map((found) => [found.id, found.similarity]));
      const usable = await store.findUsable(userId, [...similarity.keys()], of);
      const byMeaning = usable.map((item) => ({ ...item, relevanceScore: Math.min(1, similarity.get(item.id) ?? 0) }));
      return fuseMemories(byWords, byMeaning, of.limit);
    },
    async save(userId, memory) {
      const item = await store.save(userId, memory);
      await changed(userId);
      return item;
    },
    async update(userId, memoryId, patch) {
      const item = await store.update(userId, memoryId, patch);
      if (item !== null && (patch.content !== undefined || patch.status !== undefined)) await changed(userId);
      return item;
    },
  };
}
