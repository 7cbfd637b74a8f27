import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@/lib/crypto/tokens';
import type { Database } from '@/lib/db/client';
import { assemble, type Container, installContainer } from '@/lib/server/container';
import { type Env, parseEnv } from '@/lib/server/env';

export interface TestContainerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Added to the real time; change it to let time pass. */
  readonly clock?: { offset: number };
  readonly parts?: Partial<Pick<Container, 'waitReady' | 'isAnswering' | 'logger'>>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The application over a test database, as the route handlers find it. */
export function installTestContainer(database: Database, options: TestContainerOptions = {}): Container {
  const env: Env = parseEnv({ METONA_SIGNUP: 'open', PORT: '3000', ...options.env });
  // The sign-in library reads it for itself.
  process.env.NEXTAUTH_URL = env.url;
  const clock = options.clock ?? { offset: 0 };
  const secrets = {
    secret: randomBytes(32).toString('hex'),
    encryptionKeys: [randomBytes(32)],
    path: '',
    isNew: false,
  };
  const installed = assemble({
    env,
    database: database.prisma,
    pool: database.pool,
    clock: {
      now: () => Date.now() + clock.offset,
      sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
    },
    logger: silent,
    newId: (prefix) => newId(prefix.endsWith('_') ? prefix : `${prefix}_`),
    waitReady: () => Promise.resolve(),
    isAnswering: () => Promise.resolve(true),
    secrets: () => secrets,
    ...options.parts,
  });
  installContainer(installed);
  return installed;
}
