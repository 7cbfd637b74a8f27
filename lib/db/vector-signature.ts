/** Enough to tell near from far also where a vector has few coordinates. */
const leastBits = 256;

/** Looks random and is the same in every process and for all times: signatures are stored. */
function signAt(place: number): number {
  const first = Math.imul((place + 1) ^ ((place + 1) >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) & 1 ? -1 : 1;
}

/** A Hadamard transform in place: each coordinate of the result is a sum of all, with signs that differ. */
function transform(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let start = 0; start < values.length; start += 2 * half) {
      for (let at = start; at < start + half; at += 1) {
        const [left, right] = [values[at] ?? 0, values[at + half] ?? 0];
        values[at] = left + right;
        values[at + half] = left - right;
      }
    }
  }
}

/**
 * One bit for each direction of a fixed, random-looking rotation: on which side of it the vector lies. The share of bits
 * in which two signatures differ grows with the angle between the vectors, also for those that are sparse or never negative.
 */
export function signatureOf(vector: Float32Array): string {
  const size = Math.max(leastBits, 2 ** Math.ceil(Math.log2(Math.max(1, vector.length))));
  const values = new Float32Array(size);
  for (const [place, value] of vector.entries()) values[place] = value * signAt(place);
  transform(values);
  return Array.from(values, (value) => (value >= 0 ? '1' : '0')).join('');
}
