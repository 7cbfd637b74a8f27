import { hkdfSync } from 'node:crypto';

export interface KeyRing {
  /** The key that new secrets are sealed with. */
  readonly currentId: string;
  readonly keys: ReadonlyMap<string, Uint8Array>;
}

/** Key-encryption keys, newest first. A key's id follows from the key, so rotation needs no bookkeeping. */
export function createKeyRing(keys: readonly Uint8Array[]): KeyRing {
  const entries = keys.map((key) => [keyIdOf(key), key] as const);
  const [current] = entries;
  if (current === undefined) throw new RangeError('A key ring needs at least one key');
  return { currentId: current[0], keys: new Map(entries) };
}

function keyIdOf(key: Uint8Array): string {
  if (key.byteLength !== 32) throw new RangeError('A key-encryption key has 32 bytes');
  return Buffer.from(hkdfSync('sha256', key, '', 'metona/key-id/v1', 6)).toString('hex');
}
