import { describe, expect, it } from 'vitest';
import { placesOf, wantedOf } from './found-text';

const marked = (text: string, find: string): string[] => {
  for (const words of wantedOf(find)) {
    const found = [...placesOf(text, words)].map(({ at, length }) => text.slice(at, at + length));
    if (found.length > 0) return found;
  }
  return [];
};

describe('what was looked for', () => {
  it('is marked as it was written, in any case', () => {
    expect(marked('The Event loop, and the event LOOP', ' event loop ')).toEqual(['Event loop', 'event LOOP']);
  });

  it('is marked word by word where it does not stand together', () => {
    expect(marked('a loop of events', 'event loop')).toEqual(['loop', 'event']);
  });

  it('is marked in Chinese, without spaces between words', () => {
    expect(marked('我们讨论了事件循环的细节', '事件循环')).toEqual(['事件循环']);
    expect(marked('循环里的事件', '事件循环')).toEqual(['循环', '事件']);
  });

  it('is nothing where nothing was looked for, or where letters change their length', () => {
    expect(marked('anything', '   ')).toEqual([]);
    expect(marked('İİ istanbul', 'istanbul')).toEqual([]);
  });
});
