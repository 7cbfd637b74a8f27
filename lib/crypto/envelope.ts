import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring';
import type { RandomBytes } from './tokens';

/** What a sealed secret belongs to. Moved to another row, column or origin it does not open. */
export interface SecretBinding {
  readonly userId: string;
  readonly providerId: string;
  readonly origin: string;
  readonly field: string;
}

/** The one failure of opening: the secret has to be entered again. Why is of no use to anyone but an attacker. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';

  constructor() {
    super('The stored secret cannot be read and has to be entered again');
  }
}

export interface Envelope {
  seal(secret: string, binding: SecretBinding): string;
  /** Throws `SecretUnreadable`. */
  open(stored: string, binding: SecretBinding): string;
  /** Whether an older key sealed it; opening and sealing it again moves it to the newest. */
  isOutdated(stored: string): boolean;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Each secret has its own random key, which is wrapped by a key of the ring. */
export function createEnvelope(ring: KeyRing, random: RandomBytes = randomBytes): Envelope {
  return {
    seal(secret, binding) {
      const kek = ring.keys.get(ring.currentId);
      if (kek === undefined) throw new RangeError('The current key is not in the ring');
      const context = contextOf(ring.currentId, binding);
      const dek = random(KEY_BYTES);
      const wrapIv = random(IV_BYTES);
      const wrapped = encrypt(dek, { key: kek, iv: wrapIv, context });
      const iv = random(IV_BYTES);
      const sealed = encrypt(Buffer.from(secret, 'utf8'), { key: dek, iv, context });
      const parts = [Buffer.concat([wrapIv, wrapped.tag, wrapped.content]), iv, sealed.tag, sealed.content];
      return [VERSION, ring.currentId, ...parts.map((part) => Buffer.from(part).toString('base64url'))].join('.');
    },
    open(stored, binding) {
      try {
        const { keyId, wrapped, iv, tag, content } = parse(stored);
        const kek = ring.keys.get(keyId);
        if (kek === undefined) throw new SecretUnreadable();
        const context = contextOf(keyId, binding);
        const dek = decrypt(wrapped.subarray(IV_BYTES + TAG_BYTES), {
          key: kek,
          iv: wrapped.subarray(0, IV_BYTES),
          tag: wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
          context,
        });
        return decrypt(content, { key: dek, iv, tag, context }).toString('utf8');
      } catch {
        throw new SecretUnreadable();
      }
    },
    isOutdated: (stored) => stored.split('.')[1] !== ring.currentId,
  };
}

function contextOf(keyId: string, { userId, providerId, origin, field }: SecretBinding): Buffer {
  const parts = [VERSION, keyId, userId, providerId, origin, field];
  // A separator inside a part would let two bindings read the same.
  if (parts.some((part) => part.includes('|'))) throw new RangeError('A binding must not contain "|"');
  return Buffer.from(parts.join('|'), 'utf8');
}

function parse(stored: string) {
  const [version, keyId, ...texts] = stored.split('.');
  const [wrapped, iv, tag, content, ...rest] = texts.map(fromBase64Url);
  const isWhole = wrapped && iv && tag && content && rest.length === 0;
  if (version !== VERSION || keyId === undefined || !isWhole) throw new SecretUnreadable();
  if (wrapped.length !== IV_BYTES + TAG_BYTES + KEY_BYTES) throw new SecretUnreadable();
  if (iv.length !== IV_BYTES || tag.length !== TAG_BYTES) throw new SecretUnreadable();
  return { keyId, wrapped, iv, tag, content };
}

function fromBase64Url(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  // Node skips what is not base64url and ignores spare bits; only the exact text we wrote is accepted.
  if (bytes.toString('base64url') !== text) throw new SecretUnreadable();
  return bytes;
}

interface CipherInput {
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
  readonly context: Buffer;
}

function encrypt(content: Uint8Array, { key, iv, context }: CipherInput) {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(context);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return { content: encrypted, tag: cipher.getAuthTag() };
}

function decrypt(content: Uint8Array, { key, iv, context, tag }: CipherInput & { readonly tag: Uint8Array }): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(context)
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(content), decipher.final()]);
}
