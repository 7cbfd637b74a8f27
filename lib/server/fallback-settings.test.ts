import { describe, expect, it } from 'vitest';
import { changeFallbacks } from './fallback-settings';

const modelOf = (provider: string) => (provider === 'local' ? null : `${provider}-default`);
const a = { provider: 'a', model: 'a-1' };
const b = { provider: 'b', model: 'b-1' };

describe('changeFallbacks', () => {
  it.each([
    ['leaves the list when nothing is said', [a, b], {}, [a, b]],
    ['replaces the whole list', [a], { 'llm.fallbacks': [b] }, [b]],
    ['clears the whole list', [a, b], { 'llm.fallbacks': null }, []],
    ['changes the model of the first', [a, b], { 'llm.fallbackModel': 'a-2' }, [{ provider: 'a', model: 'a-2' }, b]],
    [
      'takes the default model of another first',
      [a, b],
      { 'llm.fallbackProvider': 'c' },
      [{ provider: 'c', model: 'c-default' }, b],
    ],
    ['takes both', [], { 'llm.fallbackProvider': 'c', 'llm.fallbackModel': 'c-9' }, [{ provider: 'c', model: 'c-9' }]],
    ['takes the first away', [a, b], { 'llm.fallbackProvider': null }, [b]],
    ['needs a model from somewhere', [], { 'llm.fallbackProvider': 'local' }, []],
    ['needs a provider for a model', [], { 'llm.fallbackModel': 'x' }, []],
  ])('%s', (...row) => {
    const [, current, change, expected] = row;
    expect(changeFallbacks(current, change, modelOf)).toEqual(expected);
  });
});
