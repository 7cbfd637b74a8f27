import { describe, expect, it } from 'vitest';
import { createRowChecksum } from './row-checksum';

const of = (...rows: string[]) => {
  const checksum = createRowChecksum();
  for (const row of rows) checksum.add(Buffer.from(row));
  return checksum.result();
};

describe('the checksum of rows', () => {
  it('does not depend on their order, but on each and on how often it is there', () => {
    expect(of('a', 'b', 'c')).toEqual(of('c', 'a', 'b'));
    expect(of('a', 'b').checksum).not.toBe(of('a', 'c').checksum);
    expect(of('a', 'a', 'b').checksum).not.toBe(of('a', 'b', 'b').checksum);
    expect(of('a', 'a').checksum).not.toBe(of().checksum);
    expect(of('x', 'y', 'x').rows).toBe(3);
  });
});
