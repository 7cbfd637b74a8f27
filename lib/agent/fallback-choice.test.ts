import { describe, expect, it } from 'vitest';
import { findLack, modelsAfter } from './fallback-choice';

const main = { provider: 'main', model: 'm' };
const one = { provider: 'one', model: 'm' };
const two = { provider: 'two', model: 'm' };
const three = { provider: 'three', model: 'm' };

describe('modelsAfter', () => {
  it('goes on in order and never back', () => {
    expect(modelsAfter(main, main, [one, two])).toEqual([one, two]);
    expect(modelsAfter(one, main, [one, two])).toEqual([two]);
    expect(modelsAfter(two, main, [one, two])).toEqual([]);
  });

  it('takes three at most, each once, and not the chosen one', () => {
    const four = { provider: 'four', model: 'm' };
    expect(modelsAfter(main, main, [one, two, three, four])).toEqual([one, two, three]);
    expect(modelsAfter(main, main, [main, one, one])).toEqual([one]);
  });

  it('tells models of one provider apart', () => {
    const other = { provider: 'main', model: 'n' };
    expect(modelsAfter(main, main, [other, one])).toEqual([other, one]);
  });

  it('begins with the first when the one that answers is no longer in the list', () => {
    expect(modelsAfter(three, main, [one, two])).toEqual([one, two]);
  });
});

describe('findLack', () => {
  const needs = { tools: true, images: true, tokens: 100 };
  const able = { tools: true, images: true };

  it('names what is missing', () => {
    expect(findLack(needs, { abilities: { ...able, tools: false }, window: 100 })).toBe('no_tools');
    expect(findLack(needs, { abilities: { ...able, images: false }, window: 100 })).toBe('no_images');
    expect(findLack(needs, { abilities: able, window: 99 })).toBe('window_too_small');
    expect(findLack(needs, { abilities: able, window: 100 })).toBeNull();
  });

  it('asks for nothing the conversation does not need', () => {
    const none = { tools: false, images: false };
    expect(findLack({ ...none, tokens: 1 }, { abilities: none, window: 100 })).toBeNull();
  });

  it('trusts a model nothing is known about, within its window', () => {
    expect(findLack(needs, { abilities: null, window: 100 })).toBeNull();
    expect(findLack(needs, { abilities: null, window: 50 })).toBe('window_too_small');
  });
});
