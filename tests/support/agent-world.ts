import { inject } from 'vitest';
import type { PermissionAnswer } from '@/lib/agent/ports';
import type { AgentRun, PermissionRequest, RunEvent } from '@/lib/ir';
import { isOver, readEvents, startAgent, startRun, type TestAgentOptions, waitFor } from './agent';
import { createTestTools } from './agent-tools';
import { createTestDatabase } from './database';
import { checkLog, checkRun, checkTranscript } from './run-oracle';
import { type ScriptedModel, type ScriptedStep, scriptOf, scriptReader } from './scripted-model';

export const USER = 'user_world';
export const ALL_TOOLS = { allowed_tools: ['*'] };

interface WorldOptions extends Omit<TestAgentOptions, 'database' | 'model' | 'tools'> {
  readonly model?: ScriptedModel;
}

/** A database, a model that plays the script in a run's input, tools that leave traces, and one instance over them. */
export async function createWorld(options: WorldOptions = {}) {
  const database = await createTestDatabase(inject('testServer'));
  const model = options.model ?? scriptReader();
  const testTools = createTestTools();
  const again = (more: Partial<TestAgentOptions> = {}) =>
    startAgent({ ...options, database, model, tools: testTools.tools, ...more });
  const agent = await again();

  const start = (steps: readonly ScriptedStep[], more: Record<string, unknown> = {}) =>
    startRun(agent, USER, { input: scriptOf(steps), ...ALL_TOOLS, ...more });
  const until = (runId: string, test: (run: AgentRun) => boolean, ms?: number) =>
    waitFor(agent, { userId: USER, runId, ...(ms !== undefined && { ms }) }, test);

  /** Waits for the end of a run and holds everything it left against the rules. */
  const finish = async (runId: string, ms?: number): Promise<{ run: AgentRun; events: RunEvent[] }> => {
    const run = await until(runId, isOver, ms);
    const events = await readEvents(agent, { userId: USER, runId });
    checkLog(events, runId);
    checkRun(run, events);
    for (const request of model.requests) checkTranscript(request.messages);
    return { run, events };
  };
  return {
    database,
    model,
    agent,
    again,
    ...testTools,
    start,
    until,
    finish,
    runToEnd: async (steps: readonly ScriptedStep[], more?: Record<string, unknown>) =>
      finish((await start(steps, more)).id),
    requestsOf: (runId: string) => model.requests.filter((request) => request.meta.runId === runId),
    decide: (request: PermissionRequest, answer: PermissionAnswer, userId = USER) =>
      agent.runs.decide(userId, { runId: request.run_id, requestId: request.id, answer }),
    close: async () => {
      await agent.stopWorker();
      await database.drop();
    },
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

export const ofType = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
