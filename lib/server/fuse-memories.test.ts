import { describe, expect, it } from 'vitest';
import type { MetonaMemoryItem } from '@/lib/ir';
import { fuseMemories } from './fuse-memories';
import { standOut } from './memory-index';

const item = (id: string, relevanceScore: number): MetonaMemoryItem => ({
  id,
  type: 'semantic',
  content: id,
  source: 'user_input',
  importance: 0.5,
  createdAt: 0,
  relevanceScore,
});
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('fuseMemories', () => {
  it('puts what both lists have first, and takes no more than asked for', () => {
    const words = [item('a', 0.9), item('b', 0.2), item('c', 0.2)];
    const meaning = [item('d', 0.8), item('b', 0.7)];
    expect(ids(fuseMemories(words, meaning, 10))).toEqual(['b', 'a', 'd', 'c']);
    expect(ids(fuseMemories(words, meaning, 2))).toEqual(['b', 'a']);
    expect(fuseMemories(words, meaning, 1)[0]?.relevanceScore).toBe(0.7);
    expect(fuseMemories([], meaning, 5)).toEqual(meaning);
  });
});

describe('standOut', () => {
  const near = (values: readonly number[]) => values.map((similarity, at) => ({ id: `m${at}`, similarity }));

  it('asks more of a few, and of many that they differ from the rest', () => {
    expect(ids(standOut(near([0.8, 0.3])))).toEqual(['m0']);
    const usual = Array.from({ length: 20 }, () => 0.55);
    expect(ids(standOut(near([0.8, ...usual])))).toEqual(['m0']);
    expect(standOut(near([0.2, ...Array.from({ length: 20 }, () => 0.01)]))).toEqual([]);
    expect(standOut([])).toEqual([]);
  });
});
