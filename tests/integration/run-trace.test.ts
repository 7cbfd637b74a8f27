import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MetonaError, type MetonaRequest, runTraceSchema, type TraceSpan, type TraceSpanOf } from '@/lib/ir';
import { createWorld, USER, type World } from '../support/agent-world';
import { ScriptedModel, type ScriptedStep } from '../support/scripted-model';

const alt = { provider: 'alt', model: 'alt-1' };
const pricing = { inputPerMillion: 2, outputPerMillion: 10, currency: 'USD', asOf: '2026-11-30' };
const refused: MetonaError = { code: 'auth_invalid', message: 'no', retryable: false };
const isSummary = (request: MetonaRequest) => request.messages[0]?.content.startsWith('Shorten this conversation.');
const ofKind = <K extends TraceSpan['kind']>(spans: readonly TraceSpan[], kind: K) =>
  spans.filter((span): span is TraceSpanOf<K> => span.kind === kind);

describe('the trace of a run', () => {
  let world: World;
  let window = 100_000;
  let answer: (request: MetonaRequest) => ScriptedStep = () => ({ text: 'ok' });

  beforeAll(async () => {
    const model = new ScriptedModel((request) =>
      isSummary(request) ? { text: 'THEY TALKED', usage: { inputTokens: 900, outputTokens: 100 } } : answer(request),
    );
    Object.assign(model, { getContextWindow: () => window });
    world = await createWorld({
      model,
      fallbacks: { list: async () => [alt], abilities: async () => ({ tools: true, images: true, pricing }) },
    });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    window = 100_000;
    answer = () => ({ text: 'ok' });
  });

  const say = async (input: string, more: Record<string, unknown> = {}) => {
    const { id } = await world.start([], { input, allowed_tools: ['test.echo'], ...more });
    const run = await world.until(id, (now) => now.finished_at !== null);
    const spans = await world.agent.runTrace(USER, id);
    expect(runTraceSchema.parse(JSON.parse(JSON.stringify({ spans })))).toEqual({ spans });
    return { run, spans, session: run.session_id };
  };
  const sizeOfRow = async (runId: string) => {
    const sql = 'SELECT max(length(meta::text)) AS size FROM attempts WHERE run_id = $1';
    return Number((await world.database.pool.query(sql, [runId])).rows[0].size);
  };

  it('tells of each attempt what was sent, what came back, what it took and what it cost', async () => {
    answer = ({ meta }) =>
      meta.iteration === 1
        ? { calls: [{ name: 'test.echo', args: { text: 'x' } }], usage: { inputTokens: 1_000, outputTokens: 100 } }
        : { text: 'done', thinking: 'hm', usage: { inputTokens: 2_000, outputTokens: 10 } };
    const { spans, run } = await say('the question', { params: { temperature: 0.5 } });
    const [first, second] = ofKind(spans, 'attempt').map((span) => span.detail);
    expect(first?.request).toMatchObject({
      messages: [{ role: 'user', text: 'the question', truncated: false, chars: 12 }],
      messages_omitted: 0,
      summary_message_id: null,
      params: { temperature: 0.5, stream: true },
      context_window: 100_000,
      truncated: false,
    });
    expect(first?.request?.system_prompt.text).toContain('You are Metona');
    expect(first?.request?.tools).toContain('test.echo');
    expect(first?.request?.tools_hash).toBe(second?.request?.tools_hash);
    expect(first?.cost).toEqual({ amount: 0.003, currency: 'USD', as_of: '2026-11-30' });
    expect(first?.response?.tool_calls).toMatchObject([{ name: 'test.echo', args: { text: '{"text":"x"}' } }]);
    expect(second?.request?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
    expect(second?.request?.messages[1]?.tool_calls).toEqual(['test.echo']);
    expect(second?.response).toMatchObject({
      content: { text: 'done' },
      reasoning: { text: 'hm' },
      finish_reason: 'stop',
      truncated: false,
    });
    expect(second?.response?.message_id).toMatch(/^msg_/);
    expect(ofKind(spans, 'tool').map((span) => [span.name, span.status, span.step])).toEqual([
      ['test.echo', 'succeeded', 1],
    ]);
    const sent = world.requestsOf(run.id)[1]?.messages.map((message) => message.id);
    expect(second?.request?.messages.map((message) => message.id)).toEqual(sent);
  });

  it('holds no key and says what it leaves out', async () => {
    const key = `sk-${'k3y'.repeat(12)}`;
    answer = () => ({ text: `${key} ${'y'.repeat(20_000)}` });
    const { spans } = await say(`${'x'.repeat(1_480)} ${key} ${'x'.repeat(5_000)}`);
    expect(JSON.stringify(spans)).not.toContain('sk-k3y');
    const [attempt] = ofKind(spans, 'attempt').map((span) => span.detail);
    const [message] = attempt?.request?.messages ?? [];
    expect([message?.truncated, (message?.text.length ?? 0) < 2_000, message?.chars]).toEqual([true, true, 6_521]);
    expect([attempt?.request?.truncated, attempt?.response?.truncated]).toEqual([true, true]);
    expect(attempt?.response?.content.chars).toBe(20_040);
  });

  it('keeps what a discarded attempt had said, and shows the switch to another model with its reason', async () => {
    answer = ({ model }) => (model === 'alt-1' ? { text: 'from alt' } : { text: 'half an ans', fails: refused });
    const { spans } = await say('q');
    expect(spans.map((span) => [span.kind, span.status])).toEqual([
      ['attempt', 'failed'],
      ['switch', 'done'],
      ['attempt', 'done'],
    ]);
    const [failed] = ofKind(spans, 'attempt');
    expect(failed?.detail.response).toMatchObject({ message_id: null, content: { text: 'half an ans' } });
    expect(ofKind(spans, 'switch')[0]?.detail).toEqual({
      from: { provider: 'scripted', model: 'script-1' },
      to: alt,
      because: 'auth_invalid',
      error: refused,
    });
  });

  it('shows a compression with its cost, and the attempt at the summary as a part of it', async () => {
    let session: string | undefined;
    for (let turn = 0; turn < 9; turn += 1) {
      session = (await say(`turn-${turn} ${'word '.repeat(300)}`, session ? { session_id: session } : {})).session;
    }
    window = 4_000;
    const { spans } = await say('the question', { session_id: session });
    const [compression] = ofKind(spans, 'compression');
    expect(compression?.detail).toMatchObject({
      messages_folded: 10,
      usage: { inputTokens: 900, outputTokens: 100 },
      cost: { amount: 0.0028, currency: 'USD' },
    });
    const { before_tokens: before, after_tokens: after } = compression?.detail ?? {};
    expect([(before ?? 0) > 3_200, (after ?? 0) < 2_600]).toEqual([true, true]);
    const [summary, chat] = ofKind(spans, 'attempt');
    expect([summary?.detail.purpose, summary?.parent_id]).toEqual(['summary', compression?.id]);
    expect(summary?.detail.request?.messages[0]?.text).toContain('Shorten this conversation.');
    expect(summary?.detail.response?.content.text).toBe('THEY TALKED');
    expect([chat?.parent_id, chat?.detail.request?.summary_message_id]).toEqual([
      null,
      compression?.detail.summary_message_id,
    ]);
    expect(chat?.detail.request?.messages[0]).toMatchObject({
      id: compression?.detail.summary_message_id,
      role: 'user',
    });
    expect(chat?.detail.request?.messages.at(-1)?.text).toBe('the question');
  });

  it('costs as little to write in a long conversation as in a short one', async () => {
    let session: string | undefined;
    const sizes: number[] = [];
    for (let turn = 0; turn < 45; turn += 1) {
      const said = await say(`turn-${turn} ${'word '.repeat(200)}`, session ? { session_id: session } : {});
      session = said.session;
      sizes.push(await sizeOfRow(said.run.id));
      if (turn !== 44) continue;
      const [attempt] = ofKind(said.spans, 'attempt').map((span) => span.detail);
      expect([attempt?.request?.messages.length, attempt?.request?.messages_omitted]).toEqual([30, 59]);
      expect(JSON.stringify(said.spans).length).toBeLessThan(80_000);
    }
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(40);
  });

  it('belongs to one user', async () => {
    const { run } = await say('mine');
    expect(await world.agent.runTrace('user_other', run.id)).toEqual([]);
  });
});
