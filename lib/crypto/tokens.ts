import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type RandomBytes = (size: number) => Uint8Array;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A bearer token: 256 random bits behind its prefix. Shown once, stored only as its hash. */
export function newToken(prefix: string, random: RandomBytes = randomBytes): string {
  return prefix + base62(random(32), 43);
}

/** An id nobody can guess: 128 random bits behind its prefix, such as `run_`. */
export function newId(prefix: string, random: RandomBytes = randomBytes): string {
  return prefix + base62(random(16), 22);
}

/** What is stored of a token. With a key, a copy of the database alone cannot tell whether a guess is right. */
export function hashToken(token: string, key?: Uint8Array): string {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(token, 'utf8').digest('hex');
}

/** Compares in constant time, also texts of different lengths. */
export function safeEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(left), digest(right));
}

function base62(bytes: Uint8Array, length: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = ALPHABET.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return text;
}
