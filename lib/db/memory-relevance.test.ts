import { describe, expect, it } from 'vitest';
import { relevanceOf } from './memory-relevance';

describe('relevanceOf', () => {
  it('rises with what two texts have in common, up to one', () => {
    const memory = 'The user’s dog Rex is afraid of thunder';
    const scores = ['hello there', 'my dog is ill', 'is my dog Rex afraid?', memory].map((query) =>
      relevanceOf(memory, query),
    );
    expect([scores[0], scores[3]]).toEqual([0, 1]);
    expect(scores).toEqual(scores.toSorted((left, right) => left - right));
    expect(scores[1]).toBeGreaterThan(0);
  });

  it('is not fooled by words that every sentence has', () => {
    expect(relevanceOf('The user has a cat', 'What is the user doing and how can I help with it?')).toBe(0);
    expect(relevanceOf('', 'cat')).toBe(0);
  });

  it('understands Chinese, wherever a word stands', () => {
    expect(relevanceOf('用户喜欢喝绿茶', '给我推荐一种绿茶')).toBeGreaterThan(0.15);
    expect(relevanceOf('用户喜欢喝绿茶', '明天会下雨吗')).toBe(0);
  });
});
