import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Logger } from '@/lib/agent/ports';
import { newId } from '@/lib/crypto/tokens';
import type { PrismaClient } from '@/lib/db/client';
import { getDatabase } from './database';
import { type Env, env } from './env';
import { createLogger } from './logger';

/** What the container is built from; tests bring their own. */
export interface Foundation {
  readonly env: Env;
  readonly database: PrismaClient;
  /** Resolves once the database answers and is migrated. */
  readonly waitReady: () => Promise<void>;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly logger: Logger;
}

/** Everything wired, in the order in which it is built: one line per store, then what stands on the stores. */
export function assemble(foundation: Foundation) {
  return { ...foundation };
}
export type Container = ReturnType<typeof assemble>;

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

// Next loads instrumentation and route handlers as separate module graphs; both must see the same container.
const slot = globalThis as { metonaContainer?: Container };

/** The container of this process, built at its first use. */
export function container(): Container {
  slot.metonaContainer ??= assemble({
    env: env(),
    database: getDatabase().client,
    waitReady: () => getDatabase().waitReady(),
    clock: systemClock,
    newId,
    logger: createLogger(),
  });
  return slot.metonaContainer;
}

/** For tests: puts another container in place. */
export function installContainer(replacement: Container): void {
  slot.metonaContainer = replacement;
}
