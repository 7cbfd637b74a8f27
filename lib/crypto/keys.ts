import { hkdfSync } from 'node:crypto';

export type KeyPurpose = 'session-cookie' | 'csrf' | 'access-token' | 'share-token' | 'share-unlock';

/** A 32-byte key for one purpose only, so that no two uses of the sign-in secret can be played against each other. */
export function deriveKey(secret: string | Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `metona/${purpose}/v1`, 32));
}
