import 'server-only';
import { CoolDown } from '@/lib/agent/cool-down';
import { EventLog } from '@/lib/agent/event-log';
import type {
  AdapterSource,
  Clock,
  FallbackSource,
  IdFactory,
  Logger,
  SettingsSource,
  ToolSource,
  WorkspaceFiles,
} from '@/lib/agent/ports';
import { DEFAULT_GRACE, type Grace, type Runtime } from '@/lib/agent/runtime';
import { Worker } from '@/lib/agent/worker';
import { hashArgs } from '@/lib/crypto/canonical-json';
import type { Pool } from '@/lib/db/client';
import { isDatabaseUnavailable } from '@/lib/db/database-unavailable';
import { createEventStore } from '@/lib/db/event-store';
import { RunBus } from '@/lib/db/run-bus';
import { createRunQueries } from '@/lib/db/run-queries';
import { createRunStore } from '@/lib/db/run-store';
import { isWorthRepeating } from '@/lib/db/sql';
import type { UserLimit } from '@/lib/db/user-limit';
import type { RunEvent } from '@/lib/ir';
import type { Heartbeat } from '@/lib/sse/heartbeat';
import { createChat } from './chat';
import type { Env } from './env';
import { productVersion } from './product-version';
import { createRunEvents } from './run-events';
import { RunHub } from './run-hub';
import { createRuns, type RunDependencies } from './runs';
import { readTrace } from './trace/run-trace';

/** Runs that one process works on at a time; more wait in the queue. */
const MAX_PROCESS_RUNS = 1_000;
const KEEP_RECENT_TURNS = 5;

export interface AgentFoundation {
  readonly pool: Pool;
  readonly env: Pick<Env, 'maxRuns' | 'maxStreams' | 'permissionTtlSeconds'>;
  /** Of single users, where they differ from what the environment says. */
  readonly caps?: { readonly runs: UserLimit; readonly streams: UserLimit };
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly logger: Logger;
  readonly adapters: AdapterSource;
  readonly fallbacks: FallbackSource;
  /** From 0 up to, not including, 1. */
  readonly random?: () => number;
  readonly tools: ToolSource;
  readonly settings: SettingsSource;
  readonly memories?: Runtime['memories'];
  readonly files?: Pick<WorkspaceFiles, 'list'>;
  readonly keepRecentTurns?: (userId: string) => Promise<number>;
  readonly chooseModel: RunDependencies['chooseModel'];
  readonly isStillAllowed: (request: Request) => Promise<boolean>;
  readonly grace?: Grace;
  readonly heartbeat?: Heartbeat;
}

const isTransient = (error: unknown) => isDatabaseUnavailable(error) || isWorthRepeating(error);

function createRuntime(foundation: AgentFoundation, own: Pick<Runtime, 'ids' | 'owner' | 'log' | 'store'>): Runtime {
  const { adapters, fallbacks, tools, settings, clock, logger, env } = foundation;
  return {
    ...own,
    adapters,
    fallbacks,
    coolDown: new CoolDown(() => clock.now()),
    tools,
    settings,
    memories: foundation.memories ?? { search: async () => [], noteUse: async () => undefined },
    files: foundation.files ?? { list: async () => [] },
    keepRecentTurns: foundation.keepRecentTurns ?? (async () => KEEP_RECENT_TURNS),
    clock,
    random: foundation.random ?? Math.random,
    logger,
    hashArgs,
    isTransient,
    permissionTtlMs: env.permissionTtlSeconds * 1000,
    grace: foundation.grace ?? DEFAULT_GRACE,
  };
}

/** Wires the runtime: event log and hub, worker, and the facades of the AI core. */
export function assembleAgent(foundation: AgentFoundation) {
  const { pool, env, clock, logger, adapters } = foundation;
  const ids: IdFactory = (prefix) => foundation.newId(`${prefix}_`);
  const owner = foundation.newId('i_');
  const maxStreams = foundation.caps?.streams ?? env.maxStreams;
  const bus = new RunBus({ pool, owner, log: logger, version: productVersion() });
  const eventStore = createEventStore(pool);
  const hub = new RunHub(eventStore, () => clock.now());
  const draining = new AbortController();
  const onCommitted = (runId: string, events: readonly RunEvent[]) => {
    hub.publish(runId, events);
    bus.send({ kind: 'events', runId });
  };
  const log = new EventLog({ writer: eventStore.writer, sink: onCommitted, log: logger, clock, isTransient });
  const runtime = createRuntime(foundation, { ids, owner, log, store: createRunStore(pool, onCommitted) });
  const worker = new Worker(runtime, { maxRuns: MAX_PROCESS_RUNS });
  const queries = createRunQueries(pool);
  const runs = createRuns({
    pool,
    runtime,
    worker,
    bus,
    queries,
    onCommitted,
    maxActive: foundation.caps?.runs ?? env.maxRuns,
    chooseModel: foundation.chooseModel,
  });
  return {
    runs,
    runEvents: createRunEvents({
      hub,
      queries,
      maxStreams,
      isStillAllowed: foundation.isStillAllowed,
      draining: draining.signal,
      ...(foundation.heartbeat && { heartbeat: foundation.heartbeat }),
    }),
    runTrace: (userId: string, runId: string) => readTrace(pool, userId, runId),
    chat: createChat({ adapters, clock, ids, maxStreams }),
    /** Statements that have written events so far. */
    eventWindows: () => log.windows,
    /** Takes up work: call it once the database is ready. */
    async startWorker(): Promise<void> {
      await bus.start((message) => {
        if (message.kind === 'events') hub.nudge(message.runId);
        else if (message.kind === 'queued') worker.wake();
        else worker.stop(message.runId, 'cancelled');
      });
      worker.start();
    },
    /** Ends what this process works on, lets readers see it, then closes their streams. */
    async stopWorker(): Promise<void> {
      await worker.shutdown();
      draining.abort();
      await bus.close();
    },
  };
}
