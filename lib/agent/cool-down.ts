import type { MetonaError } from '@/lib/ir';

const WINDOW_MS = 60_000;
const REST_MS = 30_000;
const FAILURES = 3;

interface Failures {
  readonly times: number[];
  last: MetonaError;
  restsUntil: number;
}

/** Providers that failed often of late, per user, as this process has seen it: they are left alone for a while. */
export class CoolDown {
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(now: () => number) {
    this.#now = now;
  }

  record(userId: string, provider: string, error: MetonaError): void {
    const now = this.#now();
    this.#forgetOld(now);
    const key = keyOf(userId, provider);
    const known = this.#failures.get(key) ?? { times: [], last: error, restsUntil: 0 };
    known.times.push(now);
    known.last = error;
    if (known.times.length >= FAILURES) known.restsUntil = now + REST_MS;
    this.#failures.set(key, known);
  }

  /** The last failure of a provider that is left alone right now; null when it may be asked. */
  restingBecause(userId: string, provider: string): MetonaError | null {
    const known = this.#failures.get(keyOf(userId, provider));
    return known && known.restsUntil > this.#now() ? known.last : null;
  }

  #forgetOld(now: number): void {
    for (const [key, known] of this.#failures) {
      while ((known.times[0] ?? now) <= now - WINDOW_MS) known.times.shift();
      if (known.times.length === 0) this.#failures.delete(key);
    }
  }
}

function keyOf(userId: string, provider: string): string {
  return JSON.stringify([userId, provider]);
}
