import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeStartFailure, getDatabase } from './database';
import { createLogger, describeError } from './logger';
import { prepareSecrets } from './secrets';

type Hook = () => void | Promise<void>;

export type Settled = { ok: true } | { ok: false; message: string };

export interface Lifecycle {
  /** Begins to open the database; a second call changes nothing. */
  start: () => void;
  /** Runs once the database is migrated and answers; at once when it already does. */
  onReady: (hook: Hook) => void;
  /** Runs at shutdown, the last registered first, before the database closes. */
  onShutdown: (hook: Hook) => void;
  /** How the start ended. */
  settled: Promise<Settled>;
  isStopping: () => boolean;
  /** Never rejects, takes less than ten seconds, and is the same shutdown however often it is called. */
  shutdown: () => Promise<void>;
}

const HOOKS_LIMIT_MS = 5_000;
const TOTAL_LIMIT_MS = 8_000;

function createLifecycle(): Lifecycle {
  const readyHooks: Hook[] = [];
  const shutdownHooks: Hook[] = [];
  let starting: Promise<Settled> | undefined;
  let stopping: Promise<void> | undefined;
  let ready = false;
  let settle: (value: Settled) => void = () => undefined;
  const settled = new Promise<Settled>((resolve) => {
    settle = resolve;
  });
  const begin = async (): Promise<Settled> => {
    try {
      await getDatabase().start();
      await prepareSecrets();
      ready = true;
      for (const hook of readyHooks) await runHook(hook);
      return { ok: true };
    } catch (error) {
      return { ok: false, message: describeStartFailure(error) };
    }
  };
  const end = async () => {
    const hooks = [...shutdownHooks].reverse();
    await Promise.race([runInTurn(hooks), sleep(HOOKS_LIMIT_MS, undefined, { ref: false })]);
    await getDatabase().stop();
  };
  return {
    settled,
    isStopping: () => stopping !== undefined,
    start: () => {
      starting ??= begin();
      void starting.then(settle);
    },
    onReady: (hook) => {
      if (ready) void runHook(hook);
      else readyHooks.push(hook);
    },
    onShutdown: (hook) => void shutdownHooks.push(hook),
    shutdown: () => {
      stopping ??= Promise.race([runHook(end), sleep(TOTAL_LIMIT_MS, undefined, { ref: false })]);
      return stopping;
    },
  };
}

async function runInTurn(hooks: Hook[]): Promise<void> {
  for (const hook of hooks) await runHook(hook);
}

async function runHook(hook: Hook): Promise<void> {
  try {
    await hook();
  } catch (error) {
    createLogger().error(describeError(error), 'a start or shutdown step failed');
  }
}

// Next loads instrumentation and route handlers as separate module graphs, and the start script is a third one.
const SLOT = Symbol.for('metona.lifecycle');
const slots = globalThis as { [SLOT]?: Lifecycle };

export function lifecycle(): Lifecycle {
  slots[SLOT] ??= createLifecycle();
  return slots[SLOT];
}
