import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as uploadFile } from '@/app/api/files/route';
import type { AgentRun } from '@/lib/ir';
import { container } from '@/lib/server/container';
import { isOver, startRun, waitFor } from '../support/agent';
import { type SignedUp, signUp } from '../support/api-client';
import { as, conversation, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;

beforeAll(async () => {
  world = await openWorld();
  anna = await signUp('anna');
  await container().agent.startWorker();
});
afterAll(async () => {
  await container().agent.stopWorker();
  await world.database.drop();
});

const start = (input: string, more: object = {}) =>
  startRun(container().agent, anna.id, {
    input,
    provider_id: 'mock',
    model: 'mock-1',
    allowed_tools: ['*'],
    ...more,
  });
const until = (runId: string, test: (run: AgentRun) => boolean) =>
  waitFor(container().agent, { userId: anna.id, runId }, test);

async function upload(sessionId: string, name: string, content: string): Promise<void> {
  const form = new FormData();
  form.append('file', new File([content], name, { type: 'text/csv' }));
  form.append('session_id', sessionId);
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = new Uint8Array(await encoded.arrayBuffer());
  expect((await as(anna, uploadFile, { method: 'POST', body, headers })).status).toBe(201);
}

describe('calculation, code and data in runs of the offline model', () => {
  it('calculates without a question', async () => {
    const { id } = await start('/tool calculate {"expression":"1/3 + 1/6"}');
    expect((await until(id, isOver)).tool_results).toMatchObject([
      { success: true, summary: '1/3 + 1/6 = 0.5', result: { result: '0.5', exact: true } },
    ]);
  });

  it('runs code after a yes, exactly the code that was shown', async () => {
    const code = 'console.log("seen"); [1, 2, 3].reduce((sum, n) => sum + n)';
    const { id } = await start(`/tool run_code ${JSON.stringify({ code })}`);
    const asking = await until(id, (run) => run.pending_permissions.length === 1);
    const [request] = asking.pending_permissions;
    expect([request?.permission, request?.tool_call.args]).toEqual(['code.execute', { code }]);
    const answer = { decision: 'allow_once' } as const;
    await container().agent.runs.decide(anna.id, { runId: id, requestId: request?.id ?? '', answer });
    expect((await until(id, isOver)).tool_results).toMatchObject([
      { success: true, result: { result: '6', console: [{ level: 'log', text: 'seen' }] } },
    ]);
  });

  it('does not run code after a no', async () => {
    const { id } = await start('/tool run_code {"code":"1"}');
    const [request] = (await until(id, (run) => run.pending_permissions.length === 1)).pending_permissions;
    const answer = { decision: 'deny' } as const;
    await container().agent.runs.decide(anna.id, { runId: id, requestId: request?.id ?? '', answer });
    expect((await until(id, isOver)).tool_results).toMatchObject([{ success: false, errorCode: 'denied' }]);
  });

  it('describes and asks the files of its chat; what they say counts as the words of strangers', async () => {
    const { id: session } = await conversation(world, anna, [{ role: 'user', content: 'hi' }]);
    await upload(session, 'sales.csv', 'city,amount\nBerlin,3\n北京,4.5\nBerlin,\n');
    const sql = 'SELECT city, sum(amount) AS total FROM sales GROUP BY city ORDER BY total';
    const calls = [
      '/tool analyze_csv {"file_path":"sales.csv"}',
      `/tool query_data ${JSON.stringify({ sql, chart: { type: 'bar', x: 'city', y: 'total' } })}`,
      `/tool query_data ${JSON.stringify({ sql: 'DELETE FROM sales' })}`,
    ];
    const { id } = await start(calls.join('\n'), { session_id: session });
    const { tool_results: results } = await until(id, isOver);
    expect(results).toMatchObject([
      {
        success: true,
        untrusted: true,
        result: { rows: 3, columns: [{ name: 'city' }, { name: 'amount', missing: 1 }] },
      },
      {
        success: true,
        untrusted: true,
        result: {
          rows: [
            ['Berlin', 3],
            ['北京', 4.5],
          ],
          chart: { type: 'bar' },
        },
      },
      { success: false, error: 'only a SELECT (or WITH … SELECT) can be run' },
    ]);
  });

  it('finds no file of another chat', async () => {
    const { id } = await start('/tool analyze_csv {"file_path":"sales.csv"}');
    expect((await until(id, isOver)).tool_results).toMatchObject([
      { success: false, error: 'there is no file sales.csv; this chat has no files' },
    ]);
  });
});
