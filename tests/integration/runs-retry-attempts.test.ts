import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetonaError } from '@/lib/ir';
import { createWorld, ofType, USER, type World } from '../support/agent-world';

const failure = (code: MetonaError['code'], more: Partial<MetonaError> = {}): MetonaError => ({
  code,
  message: `it was ${code}`,
  retryable: true,
  ...more,
});
const overloaded = failure('model_overloaded');

describe('a model that fails for a moment', () => {
  let world: World;
  const slept: number[] = [];
  beforeAll(async () => {
    world = await createWorld({
      clock: {
        now: () => Date.now(),
        sleep: (ms, signal) => {
          slept.push(ms);
          return delay(Math.min(ms, 10), undefined, signal ? { signal } : {});
        },
      },
    });
  });
  afterAll(() => world.close());

  const attemptsOf = async (runId: string) =>
    (await world.agent.runTrace(USER, runId)).filter((span) => span.kind === 'attempt');

  it('situation 76: is asked again, what it had said is taken back, and one message is stored', async () => {
    slept.length = 0;
    const lost = { text: 'LOST words', fails: failure('network_error') };
    const { run, events } = await world.runToEnd([{ tries: [lost, { fails: overloaded }, { text: 'clean' }] }]);
    expect([run.status, run.output, run.steps_used, run.error]).toEqual(['completed', 'clean', 1, null]);
    const ids = world.requestsOf(run.id).map((request) => request.meta.requestId);
    expect(ids.length).toBe(3);
    expect(ofType(events, 'attempt_reset').map((event) => [event.requestId, event.reason])).toEqual([
      [ids[0], 'network_error'],
      [ids[1], 'model_overloaded'],
    ]);
    expect(ofType(events, 'retry_scheduled')).toMatchObject([
      { attempt: 2, delayMs: 500, error: { code: 'network_error' } },
      { attempt: 3, delayMs: 500, error: { code: 'model_overloaded' } },
    ]);
    expect(ofType(events, 'attempt_start').map((event) => event.attempt)).toEqual([1, 2, 3]);
    expect(slept.filter((ms) => ms >= 500)).toEqual([500, 500]);
    expect(ofType(events, 'message_committed').map((event) => event.message.content)).toEqual(['clean']);
    expect((await attemptsOf(run.id)).map((span) => [span.step, span.status])).toEqual([
      [1, 'failed'],
      [1, 'failed'],
      [1, 'done'],
    ]);
  });

  it('tells each wait in order, and until when', async () => {
    const { events } = await world.runToEnd([{ tries: [{ fails: overloaded }, { text: 'ok' }] }]);
    const said = events.filter((event) => event.type !== 'message_committed' && event.type !== 'usage');
    expect(said.map((event) => (event.type === 'phase' ? event.phase : event.type))).toEqual([
      'run_started',
      'calling_model',
      'attempt_start',
      'error',
      'attempt_reset',
      'retry_scheduled',
      'retry_backoff',
      'calling_model',
      'attempt_start',
      'text_delta',
      'done',
      'run_completed',
    ]);
    const wait = ofType(events, 'phase').find((event) => event.phase === 'retry_backoff');
    expect(wait?.until).toBe((wait?.timestamp ?? 0) + 500);
  });

  it('is given up after three retries, with its own error', async () => {
    const { run, events } = await world.runToEnd([{ text: 'half', fails: overloaded }]);
    expect([run.status, run.error]).toEqual(['failed', overloaded]);
    expect([world.requestsOf(run.id).length, ofType(events, 'attempt_reset').length]).toEqual([4, 3]);
    expect(ofType(events, 'message_committed').map((event) => event.message.status)).toEqual(['partial']);
  });

  it('is left alone for as long as it asks, up to a minute', async () => {
    slept.length = 0;
    const later = failure('rate_limited', { retryAfterMs: 42_000 });
    const { run, events } = await world.runToEnd([{ tries: [{ fails: later }, { text: 'ok' }] }]);
    expect([run.status, ofType(events, 'retry_scheduled')[0]?.delayMs]).toEqual(['completed', 42_000]);
    expect(slept).toContain(42_000);
  });

  it('situation 74: fails at once when it asks for more than that', async () => {
    const hour = failure('rate_limited', { retryAfterMs: 3_600_000 });
    const { run, events } = await world.runToEnd([{ fails: hour }]);
    expect([run.status, run.error, world.requestsOf(run.id).length]).toEqual(['failed', hour, 1]);
    expect(ofType(events, 'retry_scheduled')).toEqual([]);
  });

  it.each(['invalid_request', 'content_filtered', 'auth_invalid', 'quota_exceeded', 'model_not_found'] as const)(
    'situation 3: is not asked again after %s',
    async (code) => {
      const { run } = await world.runToEnd([{ fails: failure(code, { retryable: false }) }]);
      expect([run.status, run.error?.code, world.requestsOf(run.id).length]).toEqual(['failed', code, 1]);
    },
  );

  it('situation 78: is asked again when it says nothing at all; what that cost counts', async () => {
    const { run, events } = await world.runToEnd([{ tries: [{}, { text: 'now' }] }]);
    expect([run.output, run.usage.totalTokens, ofType(events, 'attempt_reset')[0]?.reason]).toEqual([
      'now',
      30,
      'invalid_response',
    ]);
    const never = await world.runToEnd([{}]);
    expect([never.run.error?.code, world.requestsOf(never.run.id).length]).toEqual(['invalid_response', 4]);
  });

  it('is not asked again once the token budget is spent', async () => {
    const dear = { usage: { inputTokens: 900, outputTokens: 200 } };
    const { run } = await world.runToEnd([{ tries: [dear, { text: 'late' }] }], { token_budget: 1_000 });
    expect([run.error?.code, run.usage.totalTokens, world.requestsOf(run.id).length]).toEqual([
      'budget_exceeded',
      1_100,
      1,
    ]);
  });

  it('repeats the step, not the tools before it', async () => {
    const steps = [
      { calls: [{ name: 'test.echo', args: { text: 'once' } }] },
      { tries: [{ fails: overloaded }, { text: 'ok' }] },
    ];
    const { run, events } = await world.runToEnd(steps);
    expect([run.output, run.steps_used, ofType(events, 'tool_start').length]).toEqual(['ok', 2, 1]);
  });

  it('keeps the reminder of a cut call through a retry', async () => {
    const cut = { calls: [{ name: 'test.echo', args: { text: 'x' } }], isCut: true };
    const { run } = await world.runToEnd([{ tries: [cut, { fails: overloaded }, { text: 'short' }] }]);
    expect(run.output).toBe('short');
    const reminders = world.requestsOf(run.id).map((request) => request.systemPrompt.dynamicReminders !== undefined);
    expect(reminders).toEqual([false, true, true]);
  });
});

describe('a wait before a retry', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());
  const wait = { text: 'LOST', fails: failure('rate_limited', { retryAfterMs: 60_000 }) };

  it('situation 73: ends at once when the user stops the run', async () => {
    const { id } = await world.start([wait]);
    const waiting = await world.until(id, (run) => run.phase === 'retry_backoff');
    expect(waiting.status).toBe('running');
    const startedAt = Date.now();
    await world.agent.runs.cancel(USER, id);
    const { run, events } = await world.finish(id);
    expect(Date.now() - startedAt).toBeLessThan(1_500);
    expect([run.status, world.requestsOf(id).length]).toEqual(['cancelled', 1]);
    expect(ofType(events, 'message_committed')).toEqual([]);
  });

  it('counts as active time', async () => {
    const { run } = await world.runToEnd([wait], { timeout_ms: 400 });
    expect([run.status, run.error?.code, world.requestsOf(run.id).length]).toEqual(['failed', 'timeout', 1]);
  });
});
