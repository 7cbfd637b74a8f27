import { describe, expect, it } from 'vitest';
import { decodePlace, encodePlace, toPage } from './page-cursor';

describe('page cursors', () => {
  it('come back as they went', () => {
    const place = { at: 1_700_000_000_000, id: 's_1', pinned: true };
    expect(decodePlace(encodePlace(place))).toEqual(place);
  });

  it.each([
    '',
    'x',
    'e30',
    Buffer.from('{"at":"1","id":{}}').toString('base64url'),
    Buffer.from('[]').toString('base64url'),
  ])('are refused when made up: %s', (cursor) => {
    expect(decodePlace(cursor)).toBeNull();
  });

  it('are given only while there is more', () => {
    const of = { item: (row: number) => row, place: (row: number) => ({ at: row, id: 'x' }) };
    expect(toPage([3, 2, 1], 2, of)).toEqual({ items: [3, 2], nextCursor: encodePlace({ at: 2, id: 'x' }) });
    expect(toPage([3, 2], 2, of)).toEqual({ items: [3, 2], nextCursor: null });
  });
});
