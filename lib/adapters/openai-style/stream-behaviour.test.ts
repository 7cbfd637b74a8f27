import { describe, expect, it } from 'vitest';
import { messageEnd, messageStart, textBlock } from '@/tests/support/wire/anthropic-bytes';
import { drive, driveEveryReading, wireKey } from '@/tests/support/wire/drive-adapter';
import { fails, says, tokensOf } from '@/tests/support/wire/event-notation';
import { lastLine, piece } from '@/tests/support/wire/ollama-bytes';
import { calls, data, delta, done, finish, fragment, opening } from '@/tests/support/wire/openai-bytes';
import { ending, eventStream, lineStream } from '@/tests/support/wire/script';

const hi = delta({ content: 'Hi' });

describe('pieces of tool calls', () => {
  it('keep the order of the wire, the minted id and the first name', async () => {
    const script = eventStream(
      calls(opening([4, 'c0', 'wx', '{"q":'])),
      calls(opening([7, 'c1', 'tz', '{"q"'])),
      calls(fragment(4, '"A"}'), fragment(7, ':"B"}')),
      finish('tool_calls'),
      done,
    );
    const { events, response } = await drive('custom', script);
    const pieces = events.flatMap((event) => (event.type === 'tool_call_delta' ? [event.toolCallDelta] : []));
    expect(pieces).toEqual([
      { index: 0, id: 'tc_1', name: 'wx', argsDelta: '{"q":' },
      { index: 1, id: 'tc_2', name: 'tz', argsDelta: '{"q"' },
      { index: 0, id: 'tc_1', argsDelta: '"A"}' },
      { index: 1, id: 'tc_2', argsDelta: ':"B"}' },
    ]);
    expect(response.toolCalls?.map(({ id, providerCallId }) => [id, providerCallId])).toEqual([
      ['tc_1', 'c0'],
      ['tc_2', 'c1'],
    ]);
  });

  it.each([
    ['{"q":', 'not valid JSON'],
    ['[1]', 'not a JSON object'],
    ['null', 'not a JSON object'],
  ])('keeps broken arguments %s raw', async (args, reason) => {
    const { response } = await drive(
      'custom',
      eventStream(calls(opening([0, 'c0', 'wx', args])), finish('stop'), done),
    );
    expect(response.finishReason).toBe('tool_calls');
    expect(response.toolCalls).toMatchObject([
      { args: {}, rawArgs: args, parseError: expect.stringContaining(reason) },
    ]);
  });
});

describe('the response', () => {
  it('keeps what the provider said about itself', async () => {
    const script = eventStream(hi, finish('eos'), done);
    const { response } = await drive('custom', { ...script, headers: { ...script.headers, 'x-request-id': 'req_7' } });
    expect(response.meta).toMatchObject({
      provider: 'custom',
      model: 'wire-model',
      rawFinishReason: 'eos',
      providerRequestId: 'req_7',
    });
  });

  it('is parsed when a format was asked for', async () => {
    const script = eventStream(delta({ content: '{"a":' }), delta({ content: '1}' }), finish('stop'), done);
    const { response } = await drive('custom', script, { request: { responseFormat: { type: 'json_object' } } });
    expect(response.structuredOutput).toEqual({ a: 1 });
  });

  it('carries the run in every event', async () => {
    const meta = { sessionId: 's_9', iteration: 3, requestId: 'r_9', timestamp: 1, agentVersion: '1', runId: 'run_9' };
    const { events } = await drive('custom', eventStream(hi, finish('stop'), done), { request: { meta } });
    for (const event of events)
      expect(event).toMatchObject({ sessionId: 's_9', iteration: 3, requestId: 'r_9', runId: 'run_9' });
  });
});

describe('a provider that echoes the key', () => {
  const cut = wireKey.slice(0, 9);
  const rest = wireKey.slice(9);

  it('is redacted in text, thinking and arguments, also split over deltas', async () => {
    const script = eventStream(
      delta({ reasoning_content: `key ${cut}` }),
      delta({ reasoning_content: `${rest}.` }),
      delta({ content: `It is ${cut}` }),
      delta({ content: `${rest}!` }),
      calls(opening([0, 'c0', 'wx', `{"k":"${cut}`])),
      calls(fragment(0, `${rest}"}`)),
      finish('tool_calls'),
      done,
    );
    for (const { events, response, broken } of await driveEveryReading('custom', script)) {
      expect(broken).toEqual([]);
      expect(JSON.stringify(events)).not.toContain(rest);
      expect(response).toMatchObject({ content: 'It is [redacted]!', reasoningContent: 'key [redacted].' });
      expect(response.toolCalls?.[0]?.args).toEqual({ k: '[redacted]' });
    }
  });

  it('keeps the order of what was held back', async () => {
    const script = eventStream(delta({ content: cut }), delta({ reasoning_content: 'hm' }), finish('stop'), done);
    const { tokens } = await drive('custom', script);
    expect(tokens.map(([kind]) => kind)).toEqual(['text', 'thinking_start', 'reasoning', 'thinking_end', 'done']);
  });

  it('loses nothing of a text that only begins like the key', async () => {
    const script = eventStream(
      delta({ content: `see ${cut}` }),
      delta({ content: ' and more' }),
      delta({ content: cut }),
      finish('stop'),
      done,
    );
    const { response } = await drive('custom', script);
    expect(response.content).toBe(`see ${cut} and more${cut}`);
  });
});

describe('limits and endings', () => {
  const short = { firstEventMs: 60, transportIdleMs: 60, semanticIdleMs: 60, thinkingIdleMs: 60 };

  it('B11 gives up on a silent stream and closes it', async () => {
    const script = ending(eventStream(delta({ reasoning_content: 'hm' })), 'hang');
    const { tokens, broken, closed } = await drive('custom', script, { timeouts: short });
    expect(tokens).toEqual([
      ['thinking_start'],
      ['reasoning', 'hm'],
      ['thinking_end'],
      [...fails('network_timeout', true)],
    ]);
    expect(broken).toEqual([]);
    expect(closed).toHaveLength(1);
  });

  it('B15 stops at the caller and closes the stream', async () => {
    const controller = new AbortController();
    const script = ending(eventStream(hi), 'hang');
    setTimeout(() => controller.abort(), 20);
    const { tokens, broken, closed } = await drive('custom', script, { signal: controller.signal });
    expect(tokens).toEqual([[...says('Hi')], [...fails('user_aborted', false)]]);
    expect(broken).toEqual([]);
    expect(closed).toHaveLength(1);
  });

  it('B15 is cancelled also between the finish and the end of the stream', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const script = ending(eventStream(hi, finish('stop')), 'hang');
    const { tokens } = await drive('custom', script, { signal: controller.signal });
    expect(tokens).toEqual([[...says('Hi')], [...fails('user_aborted', false)]]);
  });

  it('B15 sends nothing for a call that is already cancelled', async () => {
    const { tokens, sent } = await drive('custom', eventStream(hi), { signal: AbortSignal.abort() });
    expect(tokens).toEqual([[...fails('user_aborted', false)]]);
    expect(sent).toEqual([]);
  });

  it('B15 keeps the time limit of the request', async () => {
    const script = ending(eventStream(hi), 'hang');
    const { tokens } = await drive('custom', script, { request: { constraints: { timeoutMs: 30 } } });
    expect(tokens).toEqual([[...says('Hi')], [...fails('timeout', true)]]);
  });

  it('does not wait long for what follows the end', async () => {
    const started = performance.now();
    const { tokens } = await drive('custom', ending(eventStream(hi, finish('stop'), done), 'hang'));
    expect(tokens.at(-1)).toEqual(['done', 'stop']);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('takes a finish for an end when the connection then stays silent', async () => {
    const { tokens } = await drive('custom', ending(eventStream(hi, finish('stop')), 'hang'), { timeouts: short });
    expect(tokens).toEqual([[...says('Hi')], ['done', 'stop']]);
  });

  it('B14 names a server that nobody runs', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:99'), { code: 'ECONNREFUSED' });
    const outcome = await drive('custom', () => {
      throw new TypeError('fetch failed', { cause: refused });
    });
    expect(outcome.tokens).toEqual([[...fails('network_error', true, 'ECONNREFUSED')]]);
    expect(outcome.response.error?.message).not.toContain('10.1.2.3');
  });

  it.each([
    ['openai', (text: string) => eventStream(delta({ content: text }), finish('stop'), done)],
    ['anthropic', (text: string) => eventStream(messageStart(), textBlock(0, text), messageEnd('end_turn'))],
    ['ollama', (text: string) => lineStream(piece({ content: text }), lastLine())],
  ] as const)('C9 reads one line of 5 MB from %s in linear time', async (providerId, tell) => {
    const text = 'x'.repeat(5 * 1024 * 1024);
    const script = tell(text);
    const chunks = script.chunks.flatMap((chunk) =>
      Array.from({ length: Math.ceil(chunk.length / 1024) }, (_, at) => chunk.subarray(at * 1024, (at + 1) * 1024)),
    );
    const started = performance.now();
    const { response, broken } = await drive(providerId, { ...script, chunks });
    expect(performance.now() - started).toBeLessThan(3000);
    expect(response.content === text).toBe(true);
    expect(broken).toEqual([]);
  });

  it('refuses a line and an answer beyond the caps', async () => {
    const huge = 'x'.repeat(9 * 1024 * 1024);
    const line = await drive('custom', eventStream(hi, data({ choices: [{ delta: { content: huge } }] })));
    expect(line.tokens).toEqual([[...says('Hi')], [...fails('invalid_response', false)]]);
    const part = delta({ content: 'y'.repeat(5 * 1024 * 1024) });
    const total = await drive('custom', eventStream(part, part, part, part));
    expect(tokensOf(total.events).at(-1)).toEqual([...fails('invalid_response', false)]);
  });
});
