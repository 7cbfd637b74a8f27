// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { TraceSpan, TraceSpanOf } from '@/lib/ir';
import { find, mount, settle } from '../ui/mount-for-test';
import { SpanRow } from './span-row';
import { createAxis } from './trace-axis';
import { inOrder, totalCosts } from './trace-span';

const base = {
  parent_id: null,
  step: 1,
  started_at: '2030-01-01T00:00:00.000Z',
  ended_at: '2030-01-01T00:00:01.000Z',
};
const sent = { text: 'the question', chars: 12, truncated: false };

const attempt: TraceSpanOf<'attempt'> = {
  ...base,
  id: 'at_1',
  kind: 'attempt',
  name: 'alpha/one',
  status: 'failed',
  detail: {
    attempt: 4,
    purpose: 'chat',
    provider: 'alpha',
    model: 'one',
    requestId: 'req_1',
    usage: { inputTokens: 1200, outputTokens: 30, totalTokens: 1230 },
    cost: { amount: 0.00123, currency: 'USD' },
    error: { code: 'model_overloaded', message: 'busy', retryable: true },
    first_token_at: '2030-01-01T00:00:00.400Z',
    request: {
      system_prompt: { text: 'be brief', chars: 9000, truncated: true },
      messages: [
        { text: 'so far', chars: 6, truncated: false, id: 's1', role: 'user' },
        { text: 'a fact', chars: 6, truncated: false, id: null, role: 'user' },
        { ...sent, id: 'm1', role: 'user' },
      ],
      messages_omitted: 3,
      summary_message_id: 's1',
      memory_ids: ['mem_1'],
      tools: ['math.add'],
      tools_hash: null,
      params: { temperature: 0.2 },
      estimated_tokens: 1200,
      context_window: 8192,
      truncated: true,
    },
    response: null,
    skipped: [
      { provider: 'beta', model: 'two', reason: 'no_images' },
      { provider: 'gamma', model: 'three', reason: 'a reason of tomorrow' },
    ],
    rawFinishReason: 'overloaded_error',
  },
};

const tool: TraceSpanOf<'tool'> = {
  ...base,
  id: 'tc_1',
  kind: 'tool',
  name: 'math.add',
  status: 'succeeded',
  detail: {
    call_id: 'tc_1',
    args: { left: 1 },
    proposed_args: { left: 7 },
    result: { success: true, result: 'a sum', durationMs: 3 },
    truncated: false,
  },
};

const show = (span: TraceSpan, isTarget = false) =>
  mount(<SpanRow span={span} axis={createAxis([span])} isTarget={isTarget} />);
const line = () => find('summary').textContent;
const all = () => document.body.textContent ?? '';

afterEach(() => document.body.replaceChildren());

describe('an attempt in the trace', () => {
  it('says what it took, what went wrong, which attempt it was, and who was passed over', async () => {
    await show(attempt);
    expect(line()).toContain('attempt 4');
    expect(line()).toContain('first word after 0.4 s · 1,200 → 30 tokens · $0.0012');
    expect(line()).toContain('The model is overloaded.');
    expect([...document.querySelectorAll('[data-testid=trace-skipped]')].map((one) => one.textContent)).toEqual([
      'Passed over: beta/two (it cannot read images)',
      'Passed over: gamma/three (a reason of tomorrow)',
    ]);
    expect(all()).not.toContain('the question');
  });

  it('opens to its figures, and to what was sent only when that is wanted', async () => {
    await show(attempt, true);
    await settle(() => undefined);
    for (const text of ['req_1', 'overloaded_error', 'busy', 'Nothing came back.']) expect(all()).toContain(text);
    expect(all()).not.toContain('the question');
    await settle(() => find<HTMLButtonElement>('[aria-expanded=false]').click());
    for (const text of ['the question', 'math.add', '3 earlier messages', '1,200 of 8,192', 'shortened, 9,000'])
      expect(all()).toContain(text);
    expect([...document.querySelectorAll('h4')].map((title) => title.textContent?.split(' · ')[0])).toEqual([
      'System prompt',
      'Summary of what came before',
      'Memories',
      'You',
    ]);
  });

  it('says nothing more about one that went well at once', async () => {
    const detail = { ...attempt.detail, attempt: 1, error: null, skipped: [], usage: null, cost: null };
    await show({ ...attempt, status: 'done', detail: { ...detail, first_token_at: null } });
    expect(line()).toBe('Model callalpha/oneDone · Step 11.0 s');
  });
});

describe('other stretches of a run', () => {
  it('tell of a tool what ran, what had been proposed and what came back', async () => {
    await show(tool, true);
    await settle(() => undefined);
    expect([...document.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(['7', '1']);
    expect(all()).toContain('a sum');
    expect(all()).not.toContain('durationMs');
  });

  it('tell of a wait why it was asked and what the person wrote', async () => {
    const detail = { call_id: 'c', permission: 'notes.write', reason: 'policy_confirm', decision_reason: 'not today' };
    await show({ ...base, id: 'p', kind: 'wait', name: 'notes.create', status: 'denied', detail } as TraceSpan, true);
    await settle(() => undefined);
    for (const text of ['Waited for you', 'Denied', 'notes.write', 'not today']) expect(all()).toContain(text);
    expect(all()).not.toContain('policy_confirm');
  });

  it('tell of a fold how much shorter it made the conversation', async () => {
    const detail = {
      before_tokens: 9000,
      after_tokens: 2000,
      messages_folded: 12,
      summary_message_id: 's',
      usage: null,
      cost: null,
    };
    await show({ ...base, id: 'f', kind: 'compression', name: 'alpha/one', status: 'done', detail });
    expect(line()).toContain('12 messages: 9,000 → 2,000 tokens');
  });

  it('tell of a change of model why it was made', async () => {
    const [one, two] = [
      { provider: 'alpha', model: 'one' },
      { provider: 'beta', model: 'two' },
    ];
    const detail = { from: one, to: two, because: 'model_overloaded', error: null };
    await show({ ...base, id: 's', kind: 'switch', name: 'alpha/one → beta/two', status: 'done', detail });
    expect(line()).toContain('The model is overloaded.');
  });
});

describe('a pause', () => {
  it('says why nothing was done', async () => {
    const error = { code: 'model_overloaded' as const, message: 'busy', retryable: true, retryAfterMs: 2_000 };
    const detail = { provider: 'alpha', model: 'one', attempt: 2, error };
    await show({ ...base, id: 'x', kind: 'backoff', name: 'alpha/one', status: 'done', detail }, true);
    await settle(() => undefined);
    for (const text of ['Pause before trying again', 'The model is overloaded.', '2.0 s'])
      expect(all()).toContain(text);
  });
});

describe('the list of a run', () => {
  it('puts parts below what they belong to and keeps the order otherwise', () => {
    const part = (id: string, parent: string | null): TraceSpan => ({ ...tool, id, parent_id: parent });
    const ids = inOrder([part('a', null), part('b', null), part('a1', 'a'), part('lost', 'gone')]).map(({ id }) => id);
    expect(ids).toEqual(['a', 'a1', 'b', 'lost']);
  });

  it('adds costs up by currency', () => {
    const yuan = { ...attempt, detail: { ...attempt.detail, cost: { amount: 2, currency: 'CNY' } } };
    expect(totalCosts([attempt, yuan, attempt, tool])).toEqual([
      { currency: 'USD', amount: 0.00246 },
      { currency: 'CNY', amount: 2 },
    ]);
  });
});
