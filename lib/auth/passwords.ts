import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const current = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** Length is what counts; the upper bound keeps hashing cheap for us. */
export const passwordSchema = z
  .string()
  .min(10, 'A password has at least 10 characters.')
  .max(256, 'A password has at most 256 characters.')
  .refine((text) => new Set(text).size >= 4, 'A password has at least 4 different characters.');

const atOnce = 2;
const waitingAtMost = 64;

/** Thrown when more sign-ins wait than can be served in a reasonable time; told by its name. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy';
}

// On globalThis: each hash takes 19 MB and a thread, the bound is the process's.
const slot = globalThis as { metonaPasswordQueue?: { running: number; waiting: (() => void)[] } };

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  slot.metonaPasswordQueue ??= { running: 0, waiting: [] };
  const queue = slot.metonaPasswordQueue;
  if (queue.running >= atOnce) {
    if (queue.waiting.length >= waitingAtMost) throw new PasswordsBusy('too many sign-ins at once');
    await new Promise<void>((resolve) => queue.waiting.push(resolve));
  } else {
    queue.running += 1;
  }
  try {
    return await work();
  } finally {
    // The place is handed over, not given back, so that nobody overtakes.
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
  }
}

const normalise = (password: string): string => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalise(password), parameters));
}

let dummy: Promise<string> | undefined;

/**
 * Checks a password. Without a stored hash the same work is done in vain, so that the time tells nobody whether the
 * account exists.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('the password of nobody');
  const against = stored ?? (await dummy);
  const matches = await inTurn(() => verify(against, normalise(password)).catch(() => false));
  return stored !== null && matches;
}

/** Whether the hash was made with other parameters than today's and should be made again at the next sign-in. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(current);
}
