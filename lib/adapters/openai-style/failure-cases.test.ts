import { describe } from 'vitest';
import { ends, fails, says, spends } from '@/tests/support/wire/event-notation';
import { completion, data, delta, done, errorBody, finish, usageOf } from '@/tests/support/wire/openai-bytes';
import { ending, eventStream, jsonBody, typed } from '@/tests/support/wire/script';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const hi = delta({ role: 'assistant', content: 'Hi' });
const saysHi = [says('Hi'), ends('stop')];
const lost = fails('network_error', true);

const cases: readonly StreamCase[] = [
  ['A41 cut after text', eventStream(hi, delta({ content: ' there' })), [says('Hi there'), lost]],
  [
    'situation 76: B1 error inside 200',
    eventStream(data({ error: { message: 'quota exceeded', code: 'insufficient_quota' } }), done),
    [fails('quota_exceeded', false, 'insufficient_quota')],
  ],
  [
    'B1 numeric code',
    eventStream(hi, data({ error: { message: 'slow down', code: 429 } }), done),
    [says('Hi'), fails('rate_limited', true, '429')],
  ],
  [
    'B1 type only',
    eventStream(data({ error: { message: 'slow down', type: 'rate_limit_error' } })),
    [fails('rate_limited', true, 'rate_limit_error')],
  ],
  ['B3 choices []', jsonBody({ id: 'x', choices: [], usage: usageOf(9, 0) }), [fails('invalid_response', true)]],
  ['B3 no choices', jsonBody({ id: 'x' }), [fails('invalid_response', true)]],
  ['B3 a stream of nothing', eventStream(data({ id: 'x', choices: [] }), done), [fails('invalid_response', true)]],
  ['B4 empty stream', eventStream(), [fails('invalid_response', true)]],
  ['B4 only the end marker', eventStream(done), [fails('invalid_response', true)]],
  ['B4 only comments', eventStream(': keep-alive\n\n'), [fails('invalid_response', true)]],
  ['B6 a page', typed('text/html', '<!DOCTYPE html><title>Sign in</title>'), [fails('invalid_response', true)]],
  [
    'B9 blank lines before JSON',
    typed('application/json', '\n\n\n', JSON.stringify(completion({ content: 'Hi' }, 'stop'))),
    [says('Hi'), spends(9, 2), ends('stop')],
  ],
  ['B9 nothing but blank lines', typed('application/json', '\n\n', '\n'), [lost]],
  [
    'B13 reset mid-body',
    ending(eventStream(hi, delta({ content: ' there' })), 'reset'),
    [says('Hi there'), fails('network_error', true, 'ECONNRESET')],
  ],
  ['B13 reset after the finish', ending(eventStream(hi, finish('stop')), 'reset'), saysHi],
  ['B38 content_filter', eventStream(hi, finish('content_filter'), done), [says('Hi'), ends('content_filter')]],
  [
    'C1 out of resources',
    eventStream(hi, finish('insufficient_system_resource'), done),
    [says('Hi'), fails('model_overloaded', true, 'insufficient_system_resource')],
  ],
  ['C3 unknown word', eventStream(hi, finish('eos'), done), saysHi],
  ['C3 error', eventStream(hi, finish('error'), done), [says('Hi'), fails('invalid_response', true, 'error')]],
  ['C3 abort', eventStream(hi, finish('abort'), done), [says('Hi'), fails('invalid_response', true, 'abort')]],
  [
    'C12 an error event',
    eventStream(hi, `event: error\n${data(errorBody('slow down', { type: 'rate_limit_error' }))}`),
    [says('Hi'), fails('rate_limited', true, 'rate_limit_error')],
  ],
  [
    'C14 broken JSON',
    eventStream(hi, 'data: {"choices":[{"del\n\n', delta({ content: ' more' }), finish('stop'), done),
    [says('Hi'), fails('parse_error', true)],
  ],
  [
    'C14 a comment inside JSON',
    eventStream(hi, 'data: {"choices":[{"del\n: keep-alive\n\n', finish('stop'), done),
    [says('Hi'), fails('parse_error', true)],
  ],
  ['an unfinished tail', eventStream(hi, finish('stop').slice(0, -30)), [says('Hi'), lost]],
];

describe('OpenAI-style failures inside an answer', () => {
  testStreamCases('custom', cases);
});
