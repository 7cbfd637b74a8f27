import { describe, expect, it } from 'vitest';
import {
  callBlock,
  failure,
  messageEnd,
  messageStart,
  redactedBlock,
  textBlock,
  thinkingBlock,
} from '@/tests/support/wire/anthropic-bytes';
import { drive, wireKey } from '@/tests/support/wire/drive-adapter';
import { fails, type Token } from '@/tests/support/wire/event-notation';
import { ending, eventStream, jsonBody, type WireScript } from '@/tests/support/wire/script';

const sealedAnswer = eventStream(
  messageStart(),
  thinkingBlock(0, ['h', 'm'], 'U0lH=='),
  redactedBlock(1, 'RU5D'),
  textBlock(2, 'Look', 'ing.'),
  callBlock(3, ['toolu_1', 'wx'], '{"q":"A"}'),
  messageEnd('tool_use'),
);

describe('the state of an answer', () => {
  it('B30 and B32 holds sealed thinking, and the order of all blocks', async () => {
    const { response } = await drive('anthropic', sealedAnswer);
    expect(response.providerState).toEqual({
      provider: 'anthropic',
      model: 'wire-model',
      data: {
        blocks: [
          { type: 'thinking', thinking: 'hm', signature: 'U0lH==' },
          { type: 'redacted_thinking', data: 'RU5D' },
          { type: 'text', length: 8 },
          { type: 'tool_use', id: 'toolu_1' },
        ],
      },
    });
    expect(response.toolCalls).toMatchObject([{ id: 'tc_1', providerCallId: 'toolu_1' }]);
  });

  it('keeps the order of the indexes when blocks begin in another', async () => {
    const script = eventStream(
      messageStart(),
      redactedBlock(2, 'Mg=='),
      textBlock(1, 'Hi'),
      redactedBlock(0, 'MA=='),
      messageEnd('end_turn'),
    );
    const state = (await drive('anthropic', script)).response.providerState?.data as { blocks: { type: string }[] };
    expect(state.blocks).toMatchObject([{ data: 'MA==' }, { type: 'text' }, { data: 'Mg==' }]);
  });

  it('is not kept of an answer that is not what was asked for', async () => {
    const script = eventStream(messageStart(), redactedBlock(0, 'MA=='), textBlock(1, 'Hi'), messageEnd('end_turn'));
    const request = { responseFormat: { type: 'json_object' } } as const;
    const { response } = await drive('anthropic', script, { request });
    expect(response.error).toMatchObject({ code: 'invalid_response' });
    expect(response).not.toHaveProperty('providerState');
  });

  it('is not kept when nothing is sealed, when the answer broke off, or when it quotes the key', async () => {
    const unsigned = eventStream(messageStart(), thinkingBlock(0, ['hm']), textBlock(1, 'Hi'), messageEnd('end_turn'));
    expect((await drive('anthropic', unsigned)).response).not.toHaveProperty('providerState');
    const broken = ending(eventStream(messageStart(), thinkingBlock(0, ['hm'], 'U0lH==')), 'reset');
    expect((await drive('anthropic', broken)).response).not.toHaveProperty('providerState');
    const quoting = eventStream(
      messageStart(),
      thinkingBlock(0, [`it is ${wireKey}`], 'U0lH=='),
      messageEnd('end_turn'),
    );
    const { response } = await drive('anthropic', quoting);
    expect(response).not.toHaveProperty('providerState');
    expect(JSON.stringify(response)).not.toContain(wireKey);
  });

  it('names model, request and the word for the end', async () => {
    const script = eventStream(messageStart(), textBlock(0, 'Hi'), messageEnd('pause_turn'));
    const named: WireScript = { ...script, headers: { ...script.headers, 'request-id': 'req_9' } };
    expect((await drive('anthropic', named)).response.meta).toMatchObject({
      provider: 'anthropic',
      model: 'wire-model',
      rawFinishReason: 'pause_turn',
      providerRequestId: 'req_9',
    });
  });
});

const refusals: readonly (readonly [string, WireScript, Token])[] = [
  [
    'A31 401',
    jsonBody(failure('authentication_error', `invalid x-api-key ${wireKey}`), 401),
    fails('auth_invalid', false, 'authentication_error'),
  ],
  ['A32 402', jsonBody(failure('billing_error', 'no credit'), 402), fails('quota_exceeded', false, 'billing_error')],
  [
    'A33 429',
    jsonBody(failure('rate_limit_error', 'slow down'), 429, { 'retry-after': '7' }),
    fails('rate_limited', true, 'rate_limit_error'),
  ],
  [
    'A37 404',
    jsonBody(failure('not_found_error', 'model: zz'), 404),
    fails('model_not_found', false, 'not_found_error'),
  ],
  [
    'A39 too long',
    jsonBody(failure('invalid_request_error', 'prompt is too long: 1500 tokens > 1000 maximum'), 400),
    fails('context_length_exceeded', false, 'invalid_request_error'),
  ],
  [
    'B10 529',
    jsonBody(failure('overloaded_error', 'Overloaded'), 529),
    fails('model_overloaded', true, 'overloaded_error'),
  ],
  [
    'B33 a foreign signature',
    jsonBody(failure('invalid_request_error', 'messages.1.content.0: Invalid `signature` in `thinking` block'), 400),
    fails('invalid_request', false, 'invalid_request_error'),
  ],
  [
    'C27 413',
    jsonBody(failure('request_too_large', 'Request exceeds the maximum allowed number of bytes'), 413),
    fails('context_length_exceeded', false, 'request_too_large'),
  ],
  [
    'C32 403',
    jsonBody(failure('permission_error', 'not for this key'), 403),
    fails('auth_invalid', false, 'permission_error'),
  ],
  ['500', jsonBody(failure('api_error', 'broken'), 500), fails('server_error', true, 'api_error')],
  ['504', jsonBody(failure('timeout_error', 'late'), 504), fails('network_timeout', true, 'timeout_error')],
];

describe('Messages refusals', () => {
  it.each(refusals)('%s', async (_name, script, expected) => {
    const { tokens, broken, response } = await drive('anthropic', script);
    expect(tokens).toEqual([[...expected]]);
    expect(broken).toEqual([]);
    expect(JSON.stringify(response)).not.toContain(wireKey);
  });

  it('A33 say how long to wait', async () => {
    const limited = (headers: Record<string, string>) =>
      drive('anthropic', jsonBody(failure('rate_limit_error', 'slow down'), 429, headers));
    expect((await limited({ 'retry-after': '7' })).response.error?.retryAfterMs).toBe(7000);
    const reset = {
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '2026-11-30T08:00:12Z',
    };
    expect((await limited(reset)).response.error?.retryAfterMs).toBe(12_000);
  });
});
