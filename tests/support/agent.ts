import { setTimeout as delay } from 'node:timers/promises';
import type { AdapterSource, Clock, FallbackSource, MemoryStore, RunnableTool, RunSettings } from '@/lib/agent/ports';
import type { Grace } from '@/lib/agent/runtime';
import { newId } from '@/lib/crypto/tokens';
import type { Database } from '@/lib/db/client';
import type { AgentRun, IMetonaProviderAdapter, RunEvent } from '@/lib/ir';
import { assembleAgent } from '@/lib/server/agent';
import { createRunBody } from '@/lib/server/run-schemas';
import type { Heartbeat } from '@/lib/sse/heartbeat';

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export interface TestAgentOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly model: IMetonaProviderAdapter;
  readonly tools?: readonly RunnableTool[];
  readonly settings?: Partial<RunSettings>;
  readonly permissionTtlSeconds?: number;
  readonly maxRuns?: number;
  readonly maxStreams?: number;
  readonly grace?: Grace;
  readonly heartbeat?: Heartbeat;
  readonly adapters?: AdapterSource;
  readonly fallbacks?: Partial<FallbackSource>;
  readonly clock?: Clock;
  readonly memories?: Pick<MemoryStore, 'search' | 'noteUse'>;
}

/** The runtime of one instance over a test database, with a scripted model. */
export async function startAgent(options: TestAgentOptions) {
  const agent = assembleAgent({
    pool: options.database.pool,
    env: {
      maxRuns: options.maxRuns ?? 1_000,
      maxStreams: options.maxStreams ?? 1_000,
      permissionTtlSeconds: options.permissionTtlSeconds ?? 3_600,
    },
    clock: options.clock ?? systemClock,
    random: () => 0,
    newId,
    logger: silent,
    adapters: options.adapters ?? { open: async () => options.model },
    fallbacks: { list: async () => [], abilities: async () => null, ...options.fallbacks },
    tools: { list: async () => [...(options.tools ?? [])] },
    settings: { load: async () => ({ policy: {}, memoryMode: 'confirm', ...options.settings }) },
    chooseModel: async (_userId, wanted) => ({
      provider: wanted.provider ?? 'scripted',
      model: wanted.model ?? 'script-1',
    }),
    isStillAllowed: async () => true,
    ...(options.memories && { memories: options.memories }),
    ...(options.grace && { grace: options.grace }),
    ...(options.heartbeat && { heartbeat: options.heartbeat }),
  });
  await agent.startWorker();
  return agent;
}
export type TestAgent = Awaited<ReturnType<typeof startAgent>>;

/** Starts a run the way the route does. */
export async function startRun(agent: TestAgent, userId: string, body: Record<string, unknown>): Promise<AgentRun> {
  const { run } = await agent.runs.create(userId, createRunBody.parse(body));
  return run;
}

/** Reads a run's events from `after` until they end, or until `take` of them have come. */
export async function readEvents(
  agent: TestAgent,
  of: { userId: string; runId: string; after?: number; take?: number },
): Promise<RunEvent[]> {
  const query = of.after === undefined ? '' : `?after=${of.after}`;
  const leave = new AbortController();
  const request = new Request(`http://localhost/events${query}`, { signal: leave.signal });
  const response = await agent.runEvents.resume(of.userId, of.runId, request);
  const events: RunEvent[] = [];
  if (response.status === 204 || !response.body) return events;
  let text = '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return events;
    text += decoder.decode(value, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined) events.push(JSON.parse(data) as RunEvent);
      if (of.take !== undefined && events.length >= of.take) {
        await reader.cancel();
        return events;
      }
    }
  }
}

export async function waitFor(
  agent: TestAgent,
  of: { userId: string; runId: string; ms?: number },
  until: (run: AgentRun) => boolean,
): Promise<AgentRun> {
  const ms = of.ms ?? 10_000;
  const deadline = Date.now() + ms;
  for (;;) {
    const run = await agent.runs.find(of.userId, of.runId);
    if (until(run)) return run;
    if (Date.now() > deadline) throw new Error(`the run is still ${run.status} after ${ms} ms`);
    await delay(15);
  }
}

export const isOver = (run: AgentRun): boolean => run.finished_at !== null;
