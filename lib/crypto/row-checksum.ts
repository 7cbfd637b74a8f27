import { createHash } from 'node:crypto';

export interface RowChecksum {
  add: (row: Uint8Array) => void;
  /** How many rows there were, and what they are as a whole, whatever their order. */
  result: () => { rows: number; checksum: string };
}

const MODULUS = 1n << 256n;

/** The sum of the rows' SHA-256 values: equal for equal sets of rows, since a database gives them in any order. */
export function createRowChecksum(): RowChecksum {
  let rows = 0;
  let sum = 0n;
  return {
    add: (row) => {
      rows += 1;
      sum = (sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % MODULUS;
    },
    result: () => ({ rows, checksum: sum.toString(16).padStart(64, '0') }),
  };
}
