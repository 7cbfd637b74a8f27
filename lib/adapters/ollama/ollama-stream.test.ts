import { describe, expect, it } from 'vitest';
import { drive } from '@/tests/support/wire/drive-adapter';
import {
  calls as called,
  ends,
  fails,
  reasons,
  says,
  spends,
  type Token,
  thinks,
  thought,
} from '@/tests/support/wire/event-notation';
import { lastLine, lastLineWithoutReason, piece, wholeCall } from '@/tests/support/wire/ollama-bytes';
import { ending, jsonBody, lineStream, typed, type WireScript } from '@/tests/support/wire/script';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const lines = [piece({ content: 'One\u2028two\u0085' }), piece({ content: ' three' }), lastLine()];
const unreported = { prompt_eval_count: undefined, prompt_eval_duration: undefined, eval_duration: undefined };

const streams: readonly StreamCase[] = [
  [
    'A30 half a line per chunk',
    lineStream(...lines.flatMap((line) => [line.slice(0, 40), line.slice(40)])),
    [says('One\u2028two\u0085 three'), spends(5, 4), ends('stop')],
  ],
  [
    'A48 thinking eats the budget',
    lineStream(piece({ thinking: 'Let me' }), piece({ thinking: ' see' }), lastLine('length')),
    [thinks, reasons('Let me see'), thought, spends(5, 4), ends('length')],
  ],
  [
    'A49 empty content while thinking',
    lineStream(piece({ thinking: 'a' }), piece({}), piece({ thinking: 'b' }), piece({ content: 'Hi' }), lastLine()),
    [thinks, reasons('ab'), thought, says('Hi'), spends(5, 4), ends('stop')],
  ],
  ['B4 nothing', lineStream(), [fails('invalid_response', true)]],
  [
    'B40 a call in a middle line',
    lineStream(piece({ tool_calls: [wholeCall('wx', { q: 'A' }, { id: 'call_1' })] }), piece({}), lastLine()),
    [called('wx', { q: 'A' }), spends(5, 4), ends('tool_calls')],
  ],
  [
    'situation 9: calls in several lines, all at index 0',
    lineStream(
      piece({ tool_calls: [{ function: { index: 0, name: 'wx', arguments: { q: 'A' } } }] }),
      piece({ tool_calls: [{ function: { index: 0, name: 'wx', arguments: { q: 'B' } } }] }),
      lastLine(),
    ),
    [called('wx', { q: 'A' }), called('wx', { q: 'B' }), spends(5, 4), ends('tool_calls')],
  ],
  [
    'a call without arguments',
    lineStream(piece({ tool_calls: [{ function: { name: 'now' } }] }), lastLine()),
    [called('now', {}), spends(5, 4), ends('tool_calls')],
  ],
  [
    'length runs no call',
    lineStream(piece({ tool_calls: [wholeCall('wx', { q: 'A' })] }), lastLine('length')),
    [spends(5, 4), ends('length')],
  ],
  [
    'B42 an error line',
    lineStream(piece({ content: 'Hel' }), '{"error":"model runner has unexpectedly stopped"}\n'),
    [says('Hel'), fails('server_error', true, 'ollama_stream_error')],
  ],
  ['B44 load', lineStream(lastLine('load')), [fails('invalid_response', false, 'load')]],
  ['B44 unload', lineStream(lastLine('unload')), [fails('invalid_response', false, 'unload')]],
  ['B45 no end', lineStream(piece({ content: 'Hi' })), [says('Hi'), fails('network_error', true)]],
  [
    'B45 no reason with content',
    lineStream(piece({ content: 'Hi' }), lastLineWithoutReason()),
    [says('Hi'), spends(5, 4), ends('stop')],
  ],
  ['B45 no reason without content', lineStream(piece({}), lastLineWithoutReason()), [fails('invalid_response', true)]],
  [
    'B45 half a line at the end',
    lineStream(piece({ content: 'Hi' }), '{"message":{"con'),
    [says('Hi'), fails('network_error', true)],
  ],
  [
    'B46 no counts of the prompt',
    lineStream(piece({ content: 'Hi' }), lastLine('stop', unreported)),
    [says('Hi'), spends(0, 4), ends('stop')],
  ],
  [
    'B13 broken connection',
    ending(lineStream(piece({ content: 'Hi' })), 'reset'),
    [says('Hi'), fails('network_error', true, 'ECONNRESET')],
  ],
  [
    'C7 CRLF',
    lineStream(...lines.map((line) => line.replace('\n', '\r\n'))),
    [says('One\u2028two\u0085 three'), spends(5, 4), ends('stop')],
  ],
  [
    'C14 broken JSON',
    lineStream(piece({ content: 'Hi' }), '{"message":{"content":"br\n', lastLine()),
    [says('Hi'), fails('parse_error', true)],
  ],
  ['a page', typed('text/html', '<html>'), [fails('invalid_response', true)]],
  [
    'think tags stay text',
    lineStream(piece({ content: '<thi' }), piece({ content: 'nk>a</think>b' }), lastLine()),
    [says('<think>a</think>b'), spends(5, 4), ends('stop')],
  ],
];

const refusals: readonly (readonly [string, WireScript, Token])[] = [
  [
    'A37 unknown model',
    jsonBody({ error: 'model "zz:1b" not found, try pulling it first' }, 404),
    fails('model_not_found', false, 'http_404'),
  ],
  [
    'A39 too long',
    jsonBody({ error: 'the prompt is longer than the context length currently available: 15 > 10' }, 400),
    fails('context_length_exceeded', false, 'http_400'),
  ],
  [
    'B10 busy',
    jsonBody({ error: 'server busy, please try again.  maximum pending requests exceeded' }, 503),
    fails('model_overloaded', true, 'http_503'),
  ],
  [
    'B43 crashed',
    jsonBody({ error: 'llama runner process has terminated: exit status 2' }, 500),
    fails('server_error', true, 'http_500'),
  ],
  [
    'B43 no tools',
    jsonBody({ error: '"zz" does not support tools' }, 400),
    fails('invalid_request', false, 'http_400'),
  ],
  [
    'C34 sign in',
    jsonBody({ error: 'unauthorized', signin_url: 'https://ollama.example/connect' }, 401),
    fails('auth_invalid', false, 'http_401'),
  ],
];

describe('Ollama streams', () => {
  testStreamCases('ollama', streams);

  it.each(refusals)('%s', async (_name, script, expected) => {
    const outcome = await drive('ollama', script);
    expect(outcome.tokens).toEqual([[...expected]]);
    expect(outcome.broken).toEqual([]);
  });

  it('C34 says where to sign in', async () => {
    const { response } = await drive('ollama', refusals.at(-1)?.[1] ?? lineStream());
    expect(response.error?.message).toContain('https://ollama.example/connect');
  });

  it('B14 hints at a server that is not running', async () => {
    const { tokens, response } = await drive('ollama', () => {
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    });
    expect(tokens).toEqual([[...fails('network_error', true, 'ECONNREFUSED')]]);
    expect(response.error?.message).toContain('Is Ollama running at http://localhost:11434?');
  });

  it('B47 reports its speed', async () => {
    const more = { load_duration: 1.5e9, prompt_eval_duration: 2e8, eval_count: 50, eval_duration: 1e9 };
    const { response } = await drive('ollama', lineStream(piece({ content: 'Hi' }), lastLine('stop', more)));
    expect(response.meta.perfStats).toEqual({
      loadDurationMs: 1500,
      promptEvalDurationMs: 200,
      evalDurationMs: 1000,
      tokensPerSecond: 50,
    });
  });

  it('B46 divides by no zero', async () => {
    const { response } = await drive(
      'ollama',
      lineStream(piece({ content: 'Hi' }), lastLine('stop', { ...unreported, load_duration: undefined })),
    );
    expect(response.meta.perfStats).toBeUndefined();
  });

  it('gives every call an id of its own and shows no pieces', async () => {
    const entry = wholeCall('wx', { q: 'A' }, { id: 'call_1' });
    const { events, response } = await drive(
      'ollama',
      lineStream(piece({ tool_calls: [entry, entry, { function: { name: 'now' } }] }), lastLine()),
    );
    expect(response.toolCalls?.map(({ id, providerCallId }) => [id, providerCallId])).toEqual([
      ['tc_1', 'call_1'],
      ['tc_2', 'call_1'],
      ['tc_3', undefined],
    ]);
    expect(events.some((event) => event.type === 'tool_call_delta')).toBe(false);
  });
});

describe('detail: Ollama cutting the prompt silently', () => {
  const long = { request: { messages: [{ role: 'user' as const, content: 'word '.repeat(12_000), timestamp: 0 }] } };
  const answerTo = async (counted: number | undefined, more: typeof long | object) => {
    const script = lineStream(piece({ content: 'Half' }), lastLine('stop', { prompt_eval_count: counted }));
    const { events, response } = await drive('ollama', script, more);
    return [events.at(-1)?.type, response.error?.code, response.error?.retryable];
  };

  it.each([
    ['to its window', 8_192, long],
    ['message by message', 4_100, long],
    ['although it was thought to fit', 8_191, {}],
  ])('situation 86: is an overflow when it was cut %s', async (_how, counted, more) => {
    expect(await answerTo(counted, more)).toEqual(['error', 'context_length_exceeded', false]);
  });

  it.each([
    ['fits', 6_000, {}],
    ['was cached in part', 40, {}],
    ['is not counted', undefined, long],
    [
      'was only estimated too high',
      8_000,
      { request: { messages: [{ ...long.request.messages[0], content: 'word '.repeat(7_000) }] } },
    ],
  ])('situation 86: is none when the prompt %s', async (_how, counted, more) => {
    expect(await answerTo(counted, more)).toEqual(['done', undefined, undefined]);
  });

  it('situation 86: is refused by a server that was told not to cut', async () => {
    const refusal = jsonBody({ error: 'the input length exceeds the context length' }, 400);
    const { response, sent } = await drive('ollama', refusal, long);
    expect(response.error?.code).toBe('context_length_exceeded');
    const body = sent.find(({ url }) => url.endsWith('/api/chat'))?.body;
    expect(body).toMatchObject({ truncate: false, options: { num_ctx: 8_192 } });
  });
});
