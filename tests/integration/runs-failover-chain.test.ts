import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelAbilities } from '@/lib/agent/ports';
import { type MetonaError, MetonaFailure, type MetonaModelRef } from '@/lib/ir';
import { createWorld, ofType, USER, type World } from '../support/agent-world';
import { ScriptedModel, type ScriptedStep } from '../support/scripted-model';

const failure = (code: MetonaError['code'], retryable = true): MetonaError => ({ code, message: code, retryable });
const down: ScriptedStep = { text: 'LOST', fails: failure('model_overloaded') };
const noKey: ScriptedStep = { fails: failure('auth_invalid', false) };
const alt = { provider: 'alt', model: 'alt-1' };
const last = { provider: 'last', model: 'last-1' };

describe('a run whose model cannot answer', () => {
  let world: World;
  let fallbacks: MetonaModelRef[] = [];
  let abilities: Record<string, ModelAbilities> = {};
  const time = { ahead: 0 };
  let count = 0;
  /** A provider no other test has seen fail. */
  let main = '';

  beforeAll(async () => {
    const model = new ScriptedModel((request) => {
      const asked = request.messages.findLast((message) => message.role === 'user')?.content ?? '[]';
      const steps = JSON.parse(asked) as ScriptedStep[];
      return steps[Math.min(request.meta.iteration, steps.length) - 1] ?? {};
    });
    world = await createWorld({
      model,
      adapters: {
        open: async (_userId, { provider }) => {
          if (provider === 'closed') throw new MetonaFailure(failure('not_configured', false));
          return model;
        },
      },
      fallbacks: {
        list: async () => fallbacks,
        abilities: async (_userId, { model: name }) => abilities[name] ?? null,
      },
      clock: {
        now: () => Date.now() + time.ahead,
        sleep: (ms, signal) => delay(Math.min(ms, 10), undefined, signal ? { signal } : {}),
      },
    });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    count += 1;
    main = `main-${count}`;
    fallbacks = [alt];
    abilities = {};
    time.ahead += 120_000;
  });

  const run = (steps: readonly ScriptedStep[], more: Record<string, unknown> = {}) =>
    world.runToEnd(steps, { provider_id: main, ...more });
  const asked = (runId: string) => world.requestsOf(runId).map((request) => request.model);
  const skippedIn = async (runId: string) =>
    (await world.agent.runTrace(USER, runId)).flatMap((span) =>
      span.kind === 'attempt' ? (span.detail.skipped ?? []) : [],
    );

  it('situation 77: is answered by the fallback after the retries, and says so for good', async () => {
    const { run: ended, events } = await run([{ text: 'from alt', models: { 'script-1': down } }]);
    expect([ended.status, ended.output, ended.provider_id, ended.answered_by]).toEqual([
      'completed',
      'from alt',
      main,
      alt,
    ]);
    expect(asked(ended.id)).toEqual(['script-1', 'script-1', 'script-1', 'script-1', 'alt-1']);
    const [message] = ofType(events, 'message_committed').map((event) => event.message);
    expect(message).toMatchObject({ content: 'from alt', answeredBy: { ...alt, because: 'model_overloaded' } });
    expect(ofType(events, 'message_committed').length).toBe(1);
    const [switched] = ofType(events, 'provider_switched');
    expect(switched).toMatchObject({
      from: { provider: main, model: 'script-1' },
      to: alt,
      error: { code: 'model_overloaded' },
    });
    expect(ofType(events, 'attempt_start').map((event) => [event.attempt, event.provider])).toEqual([
      [1, main],
      [2, main],
      [3, main],
      [4, main],
      [5, 'alt'],
    ]);
    const resets = ofType(events, 'attempt_reset');
    expect([resets.length, ofType(events, 'retry_scheduled').length, ended.steps_used]).toEqual([4, 3, 1]);
    expect(resets.at(-1)?.seq).toBe((switched?.seq ?? 0) - 1);
    // Each wait before a retry is a stretch of the trace.
    const waits = (await world.agent.runTrace(USER, ended.id)).filter((span) => span.kind === 'backoff');
    expect(waits.map(({ detail }) => [detail.attempt, detail.error?.code])).toEqual([
      [2, 'model_overloaded'],
      [3, 'model_overloaded'],
      [4, 'model_overloaded'],
    ]);
    // What the stream told is there for a page that is loaded later.
    expect(ended.notices).toEqual([
      expect.objectContaining({
        type: 'switched',
        step: 1,
        from: switched?.from,
        to: alt,
        because: 'model_overloaded',
      }),
    ]);
  });

  it('goes straight to the fallback where a retry cannot help, in the user’s order', async () => {
    fallbacks = [alt, last];
    const { run: ended, events } = await run([
      { models: { 'script-1': noKey, 'alt-1': { fails: failure('quota_exceeded') }, 'last-1': { text: 'third' } } },
    ]);
    expect([ended.output, asked(ended.id)]).toEqual(['third', ['script-1', 'alt-1', 'last-1']]);
    expect(ofType(events, 'provider_switched').map((event) => [event.to.provider, event.error.code])).toEqual([
      ['alt', 'auth_invalid'],
      ['last', 'quota_exceeded'],
    ]);
    expect(ofType(events, 'message_committed')[0]?.message.answeredBy).toEqual({
      ...last,
      because: 'quota_exceeded',
      from: { provider: main, model: 'script-1' },
    });
  });

  it.each(['invalid_request', 'content_filtered'] as const)('situation 3: does not take %s elsewhere', async (code) => {
    const { run: ended, events } = await run([{ models: { 'script-1': { fails: failure(code, false) } } }]);
    expect([ended.error?.code, asked(ended.id)]).toEqual([code, ['script-1']]);
    expect(ofType(events, 'provider_switched')).toEqual([]);
  });

  it('situation 74: takes an hour’s wait for a reason to leave', async () => {
    const hour = { ...failure('rate_limited'), retryAfterMs: 3_600_000 };
    const { run: ended } = await run([{ text: 'ok', models: { 'script-1': { fails: hour } } }]);
    expect([ended.output, asked(ended.id)]).toEqual(['ok', ['script-1', 'alt-1']]);
  });

  it('ends with one typed error when nobody can answer', async () => {
    const { run: ended } = await run([{ models: { 'script-1': down, 'alt-1': noKey } }]);
    expect([ended.status, ended.error?.code, asked(ended.id).length]).toEqual(['failed', 'auth_invalid', 5]);
    expect(ended.answered_by).toBeNull();
  });

  it('keeps asking the one that works, also after the user was asked', async () => {
    const title = `kept by ${main}`;
    const { id } = await world.start(
      [
        { calls: [{ name: 'test.note', args: { title } }], models: { 'script-1': noKey } },
        { calls: [{ name: 'test.echo', args: { text: 'x' } }] },
        { text: 'end' },
      ],
      { provider_id: main },
    );
    const waiting = await world.until(id, (now) => now.status === 'waiting_permission');
    expect(waiting.answered_by).toEqual(alt);
    for (const request of waiting.pending_permissions) await world.decide(request, { decision: 'allow_once' });
    const { run: ended, events } = await world.finish(id);
    expect([ended.output, asked(id), world.count(title)]).toEqual(['end', ['script-1', 'alt-1', 'alt-1', 'alt-1'], 1]);
    expect(ofType(events, 'provider_switched').length).toBe(1);
    const answers = ofType(events, 'message_committed').filter((event) => event.message.role === 'assistant');
    expect(answers.map((event) => event.message.answeredBy?.because)).toEqual(Array(3).fill('auth_invalid'));
  });

  it('passes over what cannot do what the conversation needs, and keeps why in the trace', async () => {
    fallbacks = [
      { provider: 'a', model: 'mute' },
      { provider: 'b', model: 'blind' },
      { provider: 'c', model: 'tiny-1' },
    ];
    abilities = { mute: { tools: false, images: true }, blind: { tools: true, images: false } };
    const images = [{ url: 'data:image/png;base64,iVBORw0KGgo=' }];
    const { run: ended } = await run([{ models: { 'script-1': noKey } }], { images });
    expect([ended.status, ended.error?.code, asked(ended.id)]).toEqual(['failed', 'auth_invalid', ['script-1']]);
    expect(await skippedIn(ended.id)).toEqual([
      { provider: 'a', model: 'mute', reason: 'no_tools' },
      { provider: 'b', model: 'blind', reason: 'no_images' },
      { provider: 'c', model: 'tiny-1', reason: 'window_too_small' },
    ]);
  });

  it('lets a fallback without tools and eyes answer where neither is needed', async () => {
    abilities = { 'alt-1': { tools: false, images: false } };
    const { run: ended } = await run([{ text: 'ok', models: { 'script-1': noKey } }], { allowed_tools: [] });
    expect([ended.output, asked(ended.id)]).toEqual(['ok', ['script-1', 'alt-1']]);
  });

  it('passes over one that is not set up, and one with the key that was just refused', async () => {
    fallbacks = [{ provider: main, model: 'other-1' }, { provider: 'closed', model: 'c-1' }, last];
    const { run: ended } = await run([{ text: 'ok', models: { 'script-1': noKey } }]);
    expect([ended.output, asked(ended.id)]).toEqual(['ok', ['script-1', 'last-1']]);
    expect(await skippedIn(ended.id)).toEqual([
      { provider: main, model: 'other-1', reason: 'same_key' },
      { provider: 'closed', model: 'c-1', reason: 'not_usable' },
    ]);
  });

  it('leaves a provider that failed often alone for half a minute', async () => {
    const script = [{ text: 'ok', models: { 'script-1': down } }];
    const first = await run(script);
    expect(asked(first.run.id).length).toBe(5);
    const second = await run(script);
    expect([second.run.output, asked(second.run.id)]).toEqual(['ok', ['alt-1']]);
    expect(ofType(second.events, 'provider_switched')[0]?.error.code).toBe('model_overloaded');
    expect(second.run.answered_by).toEqual(alt);
    time.ahead += 31_000;
    const third = await run([{ text: 'back' }]);
    expect([third.run.output, asked(third.run.id)]).toEqual(['back', ['script-1']]);
  });

  it('asks it all the same where there is nobody else', async () => {
    const script = [{ models: { 'script-1': down } }];
    fallbacks = [];
    await run(script);
    const again = await run([{ text: 'well' }]);
    expect([again.run.output, asked(again.run.id)]).toEqual(['well', ['script-1']]);
    fallbacks = [{ provider: main, model: 'other-1' }];
    const sibling = await run([{ text: 'sibling', models: { 'script-1': down } }]);
    expect([sibling.run.output, asked(sibling.run.id).at(-1)]).toEqual(['sibling', 'other-1']);
  });

  it('prefers a fallback that is not resting', async () => {
    fallbacks = [alt, last];
    await run([{ models: { 'script-1': down, 'alt-1': down, 'last-1': { text: 'ok' } } }]);
    main = `${main}-b`;
    const { run: ended } = await run([{ text: 'ok', models: { 'script-1': noKey } }]);
    expect(asked(ended.id)).toEqual(['script-1', 'last-1']);
    expect(await skippedIn(ended.id)).toEqual([{ ...alt, reason: 'resting' }]);
  });
});
