/** Vectors as they are stored: 32-bit floats of unit length, little-endian. */
export function toUnit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (part) => part / length);
}

export const toBytes = (vector: Float32Array) => new Uint8Array(vector.buffer as ArrayBuffer);

/** A copy: the bytes of a row may begin anywhere in a larger buffer. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer, 0, Math.floor(bytes.byteLength / 4));
}

export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
