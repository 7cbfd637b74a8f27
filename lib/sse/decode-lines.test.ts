import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLines } from './decode-lines';
import { type StreamLimits, StreamOverflowError } from './stream-limits';

const bytes = (text: string) => new TextEncoder().encode(text);

async function* slices(all: Uint8Array, size: number) {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

async function lines(text: string, size: number, limits?: StreamLimits) {
  const found: string[] = [];
  for await (const line of decodeLines(slices(bytes(text), size), limits)) found.push(line);
  return found;
}

describe('decodeLines', () => {
  it('takes half lines, several lines per chunk, and the tail', async () => {
    const text = '\uFEFF{"a":"你🙂"}\n\n{"b":"x\u2028y"}\r\n  \n{"c":3}';
    const expected = ['{"a":"你🙂"}', '{"b":"x\u2028y"}\r', '{"c":3}'];
    for (const size of [1, 2, 5, 1_000]) expect(await lines(text, size)).toEqual(expected);
  });

  it('gives the same lines however the bytes are cut', async () => {
    const text = fc.array(fc.constantFrom('{"a":1}', '你', '🙂', '\r', '\n', ' ', '"')).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (all, size) => {
        const expected = all.split('\n').filter((line) => line.trim() !== '');
        expect(await lines(all, size)).toEqual(expected);
      }),
    );
  });

  it.each([
    [{ maxLineLength: 10 }, 'line'],
    [{ maxTotalBytes: 10 }, 'total'],
  ])('stops at its limits %j', async (limits, limit) => {
    const failure = await lines('x'.repeat(20), 3, limits).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StreamOverflowError);
    expect(failure).toMatchObject({ limit });
  });
});
