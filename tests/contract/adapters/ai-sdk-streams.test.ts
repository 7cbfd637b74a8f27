import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import type { MetonaRequest, MetonaStreamEvent } from '@/lib/ir';
import type { BridgeSubject } from '@/tests/support/wire/bridge-wire';
import { tool } from '@/tests/support/wire/conversation';
import { wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import {
  brokenRules,
  calls,
  ends,
  fails,
  reasons,
  says,
  thinks,
  thought,
  tokensOf,
} from '@/tests/support/wire/event-notation';
import { googleSubject } from '@/tests/support/wire/google-server';
import { groqSubject } from '@/tests/support/wire/groq-server';
import { mistralSubject } from '@/tests/support/wire/mistral-server';
import { openRouterSubject } from '@/tests/support/wire/openrouter-server';
import { ending, eventStream, jsonBody, readings, recut, typed, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';
import { xaiSubject } from '@/tests/support/wire/xai-server';

const subjects = [googleSubject, mistralSubject, xaiSubject, groqSubject, openRouterSubject];
const short = { firstEventMs: 60, transportIdleMs: 60, semanticIdleMs: 60, thinkingIdleMs: 60 };
type Dependencies = Parameters<typeof createAdapter>[1];
interface DriveOptions extends Pick<Dependencies, 'timeouts' | 'downloadImage'> {
  readonly signal?: AbortSignal;
  readonly request?: Partial<MetonaRequest>;
}

async function drive(subject: BridgeSubject, script: WireScript | (() => WireScript), options: DriveOptions = {}) {
  const { signal, request, ...more } = options;
  const { http, sent, closed } = createScriptedHttp(() => (typeof script === 'function' ? script() : script));
  let minted = 0;
  const adapter = createAdapter(
    { providerId: subject.providerId, apiKey: subject.key, baseUrl: 'http://wire.test' },
    { http, ids: () => `tc_${++minted}`, now: () => wireTime, ...more },
  );
  const events: MetonaStreamEvent[] = [];
  const asked = wireRequest({ model: subject.model, tools: [tool('map.look_up'), tool('time.now')], ...request });
  const callOptions = signal === undefined ? {} : { signal };
  const response = await adapter.sendStream(asked, (event) => events.push(event), callOptions);
  return { events, response, tokens: tokensOf(events), broken: brokenRules(events, response), sent, closed };
}

/** The same bytes however they are cut: always the same answer, which is given back. */
async function driveEveryReading(subject: BridgeSubject, script: WireScript, options: DriveOptions = {}) {
  const outcomes = await Promise.all(readings.map((reading) => drive(subject, recut(script, reading), options)));
  const [first] = outcomes;
  for (const { tokens, broken, response } of outcomes) {
    expect(broken).toEqual([]);
    expect(tokens).toEqual(first?.tokens);
    expect(response).toEqual(first?.response);
  }
  if (first === undefined) throw new Error('nothing was read');
  return first;
}

describe.each(subjects)('a stream of $providerId', (subject) => {
  const { wire } = subject;
  const whole = (...pieces: readonly (string | readonly string[])[]) =>
    eventStream(...wire.start, ...pieces.flat(), ...wire.end);
  const hi = wire.text('Hi');

  it('holds parallel calls, whole and in pieces, with minted ids and IR names', async () => {
    const script = whole(
      wire.text('One moment.'),
      wire.call([0, 'c0aaaaaaa', 'map_look_up'], '', '{"q":', '"A"}'),
      wire.call([1, 'c1aaaaaaa', 'time_now'], ''),
      wire.finish('tool_calls'),
    );
    const { tokens, response, events } = await driveEveryReading(subject, script);
    expect(tokens.filter(([kind]) => kind !== 'usage')).toEqual([
      [...says('One moment.')],
      [...calls('map.look_up', { q: 'A' })],
      [...calls('time.now', {})],
      [...ends('tool_calls')],
    ]);
    expect(response.toolCalls).toMatchObject([
      { id: 'tc_1', providerCallId: 'c0aaaaaaa' },
      { id: 'tc_2', providerCallId: 'c1aaaaaaa' },
    ]);
    const deltas = events.flatMap((event) => (event.type === 'tool_call_delta' ? [event.toolCallDelta] : []));
    expect(deltas[0]).toMatchObject({ index: 0, id: 'tc_1', name: 'map.look_up' });
    const args = deltas.filter(({ index }) => index === 0).map(({ argsDelta }) => argsDelta ?? '');
    expect(args.join('')).toBe('{"q":"A"}');
  });

  it('B18 thinks, speaks, thinks and speaks again', async () => {
    const script = whole(wire.reasoning('hm'), hi, wire.finish('stop'));
    const { tokens } = await driveEveryReading(subject, script);
    expect(tokens.filter(([kind]) => kind !== 'usage')).toEqual([
      [...thinks],
      [...reasons('hm')],
      [...thought],
      [...says('Hi')],
      [...ends('stop')],
    ]);
  });

  it('A28 keeps letters whole that arrive in parts', async () => {
    const { response } = await driveEveryReading(subject, whole(wire.text('你🙂'), wire.finish('stop')));
    expect(response.content).toBe('你🙂');
  });

  it('A45 runs nothing of an answer that was cut or filtered', async () => {
    for (const kind of ['length', 'content_filter'] as const) {
      const script = whole(hi, wire.call([0, 'c0aaaaaaa', 'map_look_up'], '{"q":"A"}'), wire.finish(kind));
      const { response } = await driveEveryReading(subject, script);
      expect(response).toMatchObject({ content: 'Hi', finishReason: kind });
      expect(response.meta.rawFinishReason).toBe(wire.word(kind));
      expect(response.toolCalls).toBeUndefined();
    }
  });

  it('C3 takes a word it does not know for a stop, and keeps it', async () => {
    const { response } = await driveEveryReading(subject, whole(hi, wire.finish('strange')));
    expect(response).toMatchObject({ finishReason: 'stop', meta: { rawFinishReason: wire.word('strange') } });
  });

  it('A41 fails when it is cut off, in a text, in a thought and in a call', async () => {
    const starts = [[hi], [hi, wire.reasoning('hm')], [hi, ...wire.call([0, 'c0aaaaaaa', 'map_look_up'], '{"q":"A"}')]];
    for (const pieces of starts) {
      const { response } = await driveEveryReading(subject, eventStream(...wire.start, ...pieces));
      expect(response).toMatchObject({ content: 'Hi', error: { code: 'network_error', retryable: true } });
    }
  });

  it('B13 takes a connection that breaks after the finish for an end', async () => {
    const script = ending(eventStream(...wire.start, hi, ...wire.finish('stop')), 'reset');
    const { response } = await driveEveryReading(subject, script);
    expect(response).toMatchObject({ content: 'Hi', finishReason: 'stop' });
    const broken = await driveEveryReading(subject, ending(eventStream(...wire.start, hi), 'reset'));
    expect(broken.response).toMatchObject({
      content: 'Hi',
      error: { code: 'network_error', providerCode: 'ECONNRESET' },
    });
  });

  it('B1 fails with what the provider reports in the middle', async () => {
    const script = whole(hi, wire.error('429', 'Too many requests'));
    const { tokens } = await driveEveryReading(subject, script);
    expect(tokens).toEqual([[...says('Hi')], [...fails('rate_limited', true, '429')]]);
  });

  it('C14 fails at a broken frame, and not at a keep-alive', async () => {
    const script = whole('data: : keepalive\n\n', 'data:\n\n', ': a comment\n\n', hi, wire.finish('stop'));
    expect((await driveEveryReading(subject, script)).response).toMatchObject({ content: 'Hi', finishReason: 'stop' });
    const { response } = await driveEveryReading(subject, whole(hi, 'data: {"candidates":[{"del\n\n', hi));
    expect(response).toMatchObject({ content: 'Hi', error: { code: 'parse_error', retryable: true } });
  });

  it('B4 fails without any event', async () => {
    for (const script of [eventStream(), eventStream(': nothing\n\n'), eventStream('data: [DONE]\n\n')]) {
      const { response } = await driveEveryReading(subject, script);
      expect(response.error).toMatchObject({ code: 'invalid_response', retryable: true });
    }
  });

  it('B6 names a page for what it is', async () => {
    const { response } = await driveEveryReading(subject, typed('text/html', '<html>Sign in</html>'));
    expect(response.error).toMatchObject({ code: 'invalid_response', message: expect.stringContaining('text/html') });
  });

  it('B11 gives up on silence and closes the stream', async () => {
    const { tokens, closed, broken } = await drive(subject, ending(eventStream(...wire.start, hi), 'hang'), {
      timeouts: short,
    });
    expect(tokens).toEqual([[...says('Hi')], [...fails('network_timeout', true)]]);
    expect(broken).toEqual([]);
    expect(closed).toHaveLength(1);
  });

  it('A42 needs no end of the connection once the answer has ended', async () => {
    const finished = [...wire.start, hi, ...wire.finish('stop')];
    const silent = await drive(subject, ending(eventStream(...finished), 'hang'), { timeouts: short });
    expect(silent.response).toMatchObject({ content: 'Hi', finishReason: 'stop' });
    expect(silent.response.error).toBeUndefined();
    if (wire.end.length === 0) return;
    const started = performance.now();
    const marked = await drive(subject, ending(eventStream(...finished, ...wire.end), 'hang'));
    expect(marked.response.finishReason).toBe('stop');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('B15 stops at the caller at once, before and within', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const script = ending(eventStream(...wire.start, hi), 'hang');
    const { tokens, closed } = await drive(subject, script, { signal: controller.signal });
    expect(tokens).toEqual([[...says('Hi')], [...fails('user_aborted', false)]]);
    expect(closed).toHaveLength(1);
    const never = await drive(subject, script, { signal: AbortSignal.abort() });
    expect([never.tokens, never.sent]).toEqual([[[...fails('user_aborted', false)]], []]);
  });

  it('A33 reads how long to wait, and B5 a page of a proxy', async () => {
    const busy = jsonBody({ error: { message: 'slow down', type: 'rate_limit' } }, 429, { 'retry-after': '7' });
    expect((await drive(subject, busy)).response.error).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000 });
    const page = { ...typed('text/html', '<html><title>Bad gateway</title></html>'), status: 502 };
    expect((await drive(subject, page)).tokens).toEqual([[...fails('network_error', true, 'http_502')]]);
  });

  it('hides its own key wherever the provider writes it', async () => {
    const cut = subject.key.slice(0, 9);
    const rest = subject.key.slice(9);
    const script = whole(
      wire.reasoning(`key ${subject.key}`),
      wire.text(`It is ${cut}`),
      wire.text(`${rest}!`),
      wire.finish('stop'),
    );
    const { events, response } = await driveEveryReading(subject, script);
    expect(response.content).toBe('It is [redacted]!');
    expect(JSON.stringify([events, response])).not.toContain(rest);
  });
});
