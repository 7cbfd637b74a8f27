/** Key space of the locks that living instances hold, apart from any other advisory lock of the product. */
export const INSTANCE_LOCK_SPACE = 0x4d54;

/** The advisory lock that an instance holds as long as it lives: `[space, key]`, both 32-bit, unsigned. */
export function ownerLockKey(owner: string): [number, number] {
  let hash = 0x811c9dc5;
  for (let index = 0; index < owner.length; index += 1) {
    hash = Math.imul(hash ^ owner.charCodeAt(index), 0x01000193) >>> 0;
  }
  return [INSTANCE_LOCK_SPACE, hash & 0x7fffffff];
}
