import { describe, expect, it } from 'vitest';
import type { MemoryVectors } from '@/lib/db/memory-vectors';
import { createEmbeddingModel } from './embedding-model';
import { createMemoryIndex } from './memory-index';

const vectors: MemoryVectors = {
  unindexed: async () => [],
  save: async () => undefined,
  count: async () => ({ total: 1, indexed: 1 }),
  nearest: async () => [{ id: 'mem_1', similarity: 0.9 }],
};

describe('a model that does not answer', () => {
  it('is waited for no longer than a second, then left alone for a minute', async () => {
    const state = { now: 0, asked: 0, warnings: 0 };
    const noteWarning = () => {
      state.warnings += 1;
    };
    const embedding = createEmbeddingModel({
      openEmbedder: async () => () => {
        state.asked += 1;
        return state.asked === 1 ? new Promise(() => undefined) : Promise.resolve([[1, 0]]);
      },
      chosenModel: async () => ({ provider: 'slow', model: 'embed' }),
      now: () => state.now,
      log: { info: () => undefined, error: () => undefined, warn: noteWarning },
    });
    const index = createMemoryIndex({ vectors, embedding });
    const began = performance.now();
    expect(await index.nearest('anna', 'tea')).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1_900);
    expect(await index.nearest('anna', 'tea')).toEqual([]);
    expect([state.asked, state.warnings]).toEqual([1, 1]);
    state.now = 61_000;
    expect(await index.nearest('anna', 'tea')).toEqual([{ id: 'mem_1', similarity: 0.9 }]);
    expect((await index.status('anna')).error).toBeNull();
  });
});
