// One instance in a process of its own, driven over IPC, so that tests can kill and freeze it.

import pg from 'pg';
import { startAgent, startRun } from './agent';
import { createTestTools } from './agent-tools';
import { scriptReader } from './scripted-model';
import type { TestServer } from './test-server';

export type AgentOrder = { kind: 'start'; userId: string; body: Record<string, unknown> } | { kind: 'stop' };
export type AgentReport =
  | { kind: 'ready' }
  | { kind: 'started'; runId: string; sessionId: string }
  | { kind: 'effect'; tag: string }
  | { kind: 'stopped' };

const connection: TestServer & { database: string } = JSON.parse(process.argv[2] ?? '{}');
const report = (value: AgentReport) => void process.send?.(value);

const pool = new pg.Pool({ ...connection, application_name: 'metona', max: 6, connectionTimeoutMillis: 5_000 });
pool.on('error', () => undefined);
const { tools } = createTestTools((tag) => report({ kind: 'effect', tag }));
const agent = await startAgent({ database: { pool }, model: scriptReader(), tools });
process.on('message', async (order: AgentOrder) => {
  if (order.kind === 'start') {
    const run = await startRun(agent, order.userId, order.body);
    return report({ kind: 'started', runId: run.id, sessionId: run.session_id });
  }
  await agent.stopWorker();
  await pool.end();
  report({ kind: 'stopped' });
  process.disconnect?.();
});
report({ kind: 'ready' });
