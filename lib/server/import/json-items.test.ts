import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitJson } from './json-items';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function* cutAt(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const place of [...places, bytes.length].sort((a, b) => a - b)) {
    yield bytes.slice(from, place);
    from = place;
  }
}

async function itemsOf(text: string, places: readonly number[] = [], most = 10_000) {
  const items = [];
  for await (const item of splitJson(cutAt(bytesOf(text), places), most)) items.push(item);
  return items;
}

const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));
const valuesOf = async (text: string, places?: readonly number[]) =>
  (await itemsOf(text, places)).map(({ bytes }) => JSON.parse(textOf(bytes) ?? 'null'));

describe('a list of JSON values, read piece by piece', () => {
  it('gives each value, wherever the pieces end and whatever the values are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 8 }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 12 }),
        fc.constantFrom(undefined, 1, '\t'),
        async (values, places, space) => {
          const text = ` ${JSON.stringify(values, null, space)}\n`;
          const inside = places.filter((place) => place < bytesOf(text).length);
          expect(await valuesOf(text, inside)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['signs of structure inside strings', '[{"a":"]},{[\\"\\\\"},"\\\\",["[",{"]":"}"}]]'],
    ['scalars', '[1 ,true,null,-2e3,"x"]'],
    ['a mark of the byte order', '\ufeff[{"a":1}]'],
  ])('is cut right: %s', async (_what, text) => {
    expect(await valuesOf(text)).toEqual(JSON.parse(text.replace('\ufeff', '')));
  });

  it('may be one object, which is then its only value', async () => {
    expect(await valuesOf('\n{"a":[1,2],"b":"}"} ', [4, 9])).toEqual([{ a: [1, 2], b: '}' }]);
  });

  it('lets go of a value that is too long, and goes on', async () => {
    const items = await itemsOf(`["${'x'.repeat(500)}",{"a":1},"${'y'.repeat(500)}"]`, [100, 200, 300], 50);
    expect(items.map(({ bytes }) => textOf(bytes))).toEqual([null, '{"a":1}', null]);
  });

  it('says where the file breaks off', async () => {
    const items = await itemsOf('[{"a":1},{"b":');
    expect(items.map(({ bytes, isCutOff }) => [textOf(bytes), isCutOff])).toEqual([
      ['{"a":1}', false],
      [null, true],
    ]);
  });

  it.each(['', ' ', 'hello', '"text"', '7', '[1]x', '[{"a":1},'])('is refused when it is none: %j', async (text) => {
    await expect(itemsOf(text)).rejects.toThrow('not_an_export');
  });
});
