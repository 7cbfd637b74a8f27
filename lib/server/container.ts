import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Logger } from '@/lib/agent/ports';
import { createEnvelope, type Envelope } from '@/lib/crypto/envelope';
import { createKeyRing } from '@/lib/crypto/key-ring';
import type { Secrets } from '@/lib/crypto/secrets-file';
import { newId as mintId } from '@/lib/crypto/tokens';
import { createCitedResults } from '@/lib/db/cited-results';
import type { PrismaClient } from '@/lib/db/client';
import { createMessageCosts } from '@/lib/db/message-costs';
import { createRunStore } from '@/lib/db/run-store';
import { type AgentFoundation, assembleAgent } from './agent';
import { assemblePeople } from './assemble-people';
import { getDatabase } from './database';
import { type Env, env } from './env';
import { assembleJobs } from './jobs/assemble';
import { createLogger, redactor } from './logger';
import { assembleOperations } from './operations';
import { assembleResources } from './resources';
import { preparedSecrets, prepareSecrets } from './secrets';
import { createSessionContext } from './session-context';
import { createSessionSources } from './session-sources';

/** What the container is built from; tests bring their own. */
export interface Foundation {
  readonly env: Env;
  readonly database: PrismaClient;
  /** For the hot statements of runs. */
  readonly pool: AgentFoundation['pool'];
  readonly clock: Clock;
  readonly logger: Logger;
  /** `newId('run')` gives `run_…`. */
  readonly newId: (prefix: string) => string;
  /** Resolves once the database answers, is migrated, and the secrets are read; rejects after a bounded time. */
  readonly waitReady: () => Promise<void>;
  /** Whether the database answers right now. */
  readonly isAnswering: () => Promise<boolean>;
  /** Only after `waitReady`. */
  readonly secrets: () => Secrets;
}

/** Everything wired, in the order in which it is built: one line per store, then what stands on the stores. */
export function assemble(foundation: Foundation) {
  const { clock, secrets } = foundation;
  const now = () => clock.now();
  const sessionSecret = () => secrets().secret;
  const vault = createVault(secrets);
  const redact = (text: string) => redactor().redact(text);
  const people = assemblePeople({
    ...foundation,
    now,
    sessionSecret,
    endRuns: (userId) => agent.runs.endAll(userId),
  });
  const { site, authenticate } = people;
  const cancelRun = async (userId: string, runId: string) => {
    await agent.runs.cancel(userId, runId);
  };
  const log = foundation.logger;
  const resources = assembleResources({
    ...foundation,
    site,
    log,
    now,
    vault,
    sessionSecret,
    redact,
    rates: people.rates,
    cancelRun,
    requestMemoryIndex: (userId) => background.requestMemoryIndex(userId),
    requestKnowledgeIndex: (userId) => background.requestKnowledgeIndex(userId),
    requestImport: (importId) => background.requestImport(importId),
    activity: () => agent.eventWindows(),
  });
  const agent = assembleAgent({
    ...foundation,
    caps: { runs: site.cap('max_runs'), streams: site.cap('max_streams') },
    adapters: resources.adapters,
    fallbacks: resources.fallbacks,
    tools: resources.tools,
    settings: resources.settings.source,
    memories: resources.memoryStore,
    files: resources.workspace,
    keepRecentTurns: async (userId) => (await resources.settings.models(userId)).keepRecentTurns,
    chooseModel: resources.chooseModel,
    isStillAllowed: async ({ headers }) => (await authenticate(headers)) !== null,
  });
  const { systemStatus, backupJob } = assembleOperations({ ...foundation, now, log });
  const background = assembleJobs({ ...foundation, ...resources, log, now, index: resources.memoryIndex, backupJob });
  return {
    ...foundation,
    ...resources,
    agent,
    sessionContext: createSessionContext({
      ...resources,
      settings: resources.settings.source,
      files: resources.workspace,
      memories: resources.memoryStore,
      messages: createMessageCosts(foundation.database),
      history: createRunStore(foundation.pool, () => undefined),
    }),
    sessionSources: createSessionSources({ resultsNaming: createCitedResults(foundation.database) }),
    jobs: background.jobs,
    now,
    vault,
    ...people,
    systemStatus,
  };
}
export type Container = ReturnType<typeof assemble>;

/** Seals and opens stored secrets; what is opened is hidden in logs and errors from then on. */
function createVault(secrets: () => Secrets): Envelope {
  let envelope: Envelope | undefined;
  const opened = () => {
    envelope ??= createEnvelope(createKeyRing(secrets().encryptionKeys));
    return envelope;
  };
  return {
    seal: (secret, binding) => {
      redactor().register(secret);
      return opened().seal(secret, binding);
    },
    open: (stored, binding) => {
      const secret = opened().open(stored, binding);
      redactor().register(secret);
      return secret;
    },
    isOutdated: (stored) => opened().isOutdated(stored),
  };
}

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

const readyLimitMs = 5_000;

// Next loads instrumentation and route handlers as separate module graphs; both must see the same container.
const slot = globalThis as { metonaContainer?: Container };

function systemFoundation(): Foundation {
  return {
    env: env(),
    database: getDatabase().client,
    pool: getDatabase().pool,
    clock: systemClock,
    logger: createLogger(),
    newId: (prefix) => mintId(prefix.endsWith('_') ? prefix : `${prefix}_`),
    waitReady: async () => {
      await getDatabase().waitReady(readyLimitMs);
      await prepareSecrets();
    },
    isAnswering: () => getDatabase().answers(),
    secrets: preparedSecrets,
  };
}

/** The container of this process, built at its first use. */
export function container(): Container {
  slot.metonaContainer ??= assemble(systemFoundation());
  return slot.metonaContainer;
}

/** For tests: puts another container in place. */
export function installContainer(replacement: Container): void {
  slot.metonaContainer = replacement;
}
