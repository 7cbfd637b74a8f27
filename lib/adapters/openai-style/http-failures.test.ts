import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import { drive, wireKey, wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { fails, type Token } from '@/tests/support/wire/event-notation';
import { errorBody } from '@/tests/support/wire/openai-bytes';
import { jsonBody, typed, type WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';

const page = (status: number): WireScript => ({
  ...typed(
    'text/html; charset=utf-8',
    `<html><title>${status}: Bad gateway</title><p>Please try again later</p></html>`,
  ),
  status,
});
const limited = (headers: Record<string, string>, message = 'Rate limit reached') =>
  jsonBody(errorBody(message, { type: 'requests', code: 'rate_limit_exceeded' }), 429, headers);
const overflow = fails('context_length_exceeded', false, 'invalid_request_error');

const cases: readonly (readonly [string, WireScript, Token])[] = [
  [
    'A31 401',
    jsonBody(
      errorBody(`Authentication Fails, Your api key: ${wireKey} is invalid`, {
        type: 'authentication_error',
        code: 'invalid_request_error',
      }),
      401,
    ),
    fails('auth_invalid', false, 'invalid_request_error'),
  ],
  [
    '401 expired',
    jsonBody(errorBody('This key has expired'), 401),
    fails('auth_expired', false, 'invalid_request_error'),
  ],
  [
    'A32 402',
    jsonBody(errorBody('Insufficient Balance', { type: 'unknown_error', code: 'invalid_request_error' }), 402),
    fails('quota_exceeded', false, 'invalid_request_error'),
  ],
  ['A33 429', limited({ 'retry-after': '7' }), fails('rate_limited', true, 'rate_limit_exceeded')],
  [
    'A36 insufficient_quota',
    jsonBody(errorBody('You exceeded your quota', { code: 'insufficient_quota' }), 429),
    fails('quota_exceeded', false, 'insufficient_quota'),
  ],
  [
    'A36 credit_balance_exhausted',
    jsonBody(errorBody('No credit', { code: 'credit_balance_exhausted' }), 429),
    fails('quota_exceeded', false, 'credit_balance_exhausted'),
  ],
  [
    'A36 quota only in prose',
    jsonBody(errorBody('exceeded the call rate quota of your tier', { code: '429' }), 429),
    fails('rate_limited', true, '429'),
  ],
  [
    'A37 model_not_found',
    jsonBody(errorBody('The model `zz` does not exist', { code: 'model_not_found' }), 404),
    fails('model_not_found', false, 'model_not_found'),
  ],
  [
    'A38 retired model',
    jsonBody(errorBody('Model Not Exist', { code: 'invalid_request_error' }), 400),
    fails('model_not_found', false, 'invalid_request_error'),
  ],
  [
    'A39 code',
    jsonBody(errorBody('too long', { code: 'context_length_exceeded' }), 400),
    fails('context_length_exceeded', false, 'context_length_exceeded'),
  ],
  [
    'A39 DeepSeek wording',
    jsonBody(errorBody("This model's maximum context length is 1000 tokens. However, you requested 1500 tokens"), 400),
    overflow,
  ],
  ['A39 in parentheses', jsonBody(errorBody("exceeds model's maximum context length (1000)"), 400), overflow],
  [
    'throttling is no overflow',
    jsonBody(errorBody('Too many tokens, please wait: maximum context length reached', { type: 'throttled' }), 429),
    fails('rate_limited', true, 'throttled'),
  ],
  [
    'A1 reasoning missing',
    jsonBody(
      errorBody('The `reasoning_content` in the thinking mode must be passed back to the API.', {
        code: 'invalid_request_error',
      }),
      400,
    ),
    fails('invalid_request', false, 'invalid_request_error'),
  ],
  [
    'A4 forced tool choice',
    jsonBody(errorBody('Thinking mode does not support this tool_choice'), 400),
    fails('invalid_request', false, 'invalid_request_error'),
  ],
  ['B5 502 page', page(502), fails('network_error', true, 'http_502')],
  ['B5 520 page', page(520), fails('network_error', true, 'http_520')],
  ['B5 522 page', page(522), fails('network_timeout', true, 'http_522')],
  ['B5 524 page', page(524), fails('network_timeout', true, 'http_524')],
  [
    'B10 503',
    jsonBody(errorBody('Service is too busy', { code: 'invalid_request_error' }), 503),
    fails('model_overloaded', true, 'invalid_request_error'),
  ],
  [
    'B38 content_filter',
    jsonBody(errorBody('filtered', { code: 'content_filter' }), 400),
    fails('content_filtered', false, 'content_filter'),
  ],
  [
    'Content Exists Risk',
    jsonBody(errorBody('Content Exists Risk'), 400),
    fails('content_filtered', false, 'invalid_request_error'),
  ],
  [
    'B39 unsupported parameter',
    jsonBody(errorBody('Unsupported parameter', { code: 'unsupported_parameter' }), 400),
    fails('invalid_request', false, 'unsupported_parameter'),
  ],
  ['C21 a bare string', jsonBody({ error: 'boom' }, 500), fails('server_error', true, 'http_500')],
  [
    'C21 top level',
    jsonBody({ message: 'boom', code: 'bad_thing' }, 400),
    fails('invalid_request', false, 'bad_thing'),
  ],
  ['C21 detail', jsonBody({ detail: 'boom' }, 422), fails('invalid_request', false, 'http_422')],
  [
    'C27 413',
    jsonBody(errorBody('Request exceeds the maximum size', { code: null, type: 'request_too_large' }), 413),
    fails('context_length_exceeded', false, 'request_too_large'),
  ],
  [
    'C32 403',
    jsonBody(errorBody('Country not supported', { code: 'unsupported_country' }), 403),
    fails('auth_invalid', false, 'unsupported_country'),
  ],
  [
    '500 with a word for requests',
    jsonBody(errorBody('oops', { code: 'invalid_request_error' }), 500),
    fails('server_error', true, 'invalid_request_error'),
  ],
];

describe('OpenAI-style refusals', () => {
  it.each(cases)('%s', async (_name, script, expected) => {
    const outcome = await drive('deepseek', script);
    expect(outcome.tokens).toEqual([[...expected]]);
    expect(outcome.broken).toEqual([]);
    const { message } = outcome.response.error ?? { message: '' };
    expect(message).not.toMatch(/<|try again later|sk-wire/);
    expect(message.length).toBeGreaterThan(0);
    expect(message.length).toBeLessThan(520);
  });

  it.each([
    ['A33 seconds', { 'retry-after': '7' }, 7000],
    ['A34 a date', { 'retry-after': new Date(wireTime + 30_000).toUTCString() }, 30_000],
    ['A34 a date in the past', { 'retry-after': new Date(wireTime - 60_000).toUTCString() }, 0],
    ['C28 milliseconds first', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1500],
    ['C28 a fraction', { 'retry-after': '0.5' }, 500],
    ['C30 hours', { 'retry-after': '7200' }, 7_200_000],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
  ])('%s', async (_name, headers, expected) => {
    const { response } = await drive('deepseek', limited(headers));
    expect(response.error?.retryAfterMs).toBe(expected);
  });

  it('keeps the meaning of a 429 whatever it says', async () => {
    const { response } = await drive(
      'deepseek',
      limited({}, 'the model is busy, maximum context length does not exist here'),
    );
    expect(response.error?.code).toBe('rate_limited');
  });

  it('reads no more of an error body than it can use', async () => {
    const endless = typed('text/plain', ...Array.from({ length: 40 }, () => 'x'.repeat(4096)));
    const { closed, tokens } = await drive('deepseek', { ...endless, status: 503 });
    expect(tokens).toEqual([[...fails('model_overloaded', true, 'http_503')]]);
    expect(closed).toHaveLength(1);
  });

  it('send and listModels reject with the same failure', async () => {
    const scripted = createScriptedHttp(() => jsonBody(errorBody(`bad key ${wireKey}`), 401));
    const adapter = createAdapter(
      { providerId: 'deepseek', apiKey: wireKey },
      { http: scripted.http, ids: () => 'tc_1', now: () => wireTime },
    );
    const expected = { error: { code: 'auth_invalid', message: 'bad key [redacted]' } };
    await expect(adapter.send(wireRequest())).rejects.toMatchObject(expected);
    await expect(adapter.listModels()).rejects.toMatchObject(expected);
    expect(await adapter.healthCheck()).toBe(false);
  });
});
