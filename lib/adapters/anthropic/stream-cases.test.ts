import { describe } from 'vitest';
import {
  blockDelta,
  blockStart,
  blockStop,
  callBlock,
  callStart,
  event,
  failure,
  inputDelta,
  message,
  messageEnd,
  messageStart,
  redactedBlock,
  textBlock,
  textDelta,
  thinkingBlock,
} from '@/tests/support/wire/anthropic-bytes';
import { calls, ends, fails, reasons, says, spends, thinks, thought } from '@/tests/support/wire/event-notation';
import { ending, eventStream, jsonBody, typed } from '@/tests/support/wire/script';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const start = messageStart();
const hi = textBlock(0, 'Hi');
const open = blockStart(0, { type: 'text', text: '' });
const spent = spends(5, 4);
const saysHi = [says('Hi'), spent, ends('stop')];
const now = [calls('now', {}), spent, ends('tool_calls')];
const lost = fails('network_error', true);
const cached = { input_tokens: 3, cache_read_input_tokens: 90, cache_creation_input_tokens: 7 };
const both = [calls('wx', { q: 'A' }), calls('tz', { q: 'B' }), spent, ends('tool_calls')];

const cases: readonly StreamCase[] = [
  ['a text', eventStream(start, hi, messageEnd('end_turn')), saysHi],
  [
    'A28 characters cut anywhere',
    eventStream(
      start,
      thinkingBlock(0, ['你🙂']),
      textBlock(1, '你🙂'),
      callBlock(2, ['t1', 'wx'], '{"q":"你', '🙂"}'),
      messageEnd('tool_use'),
    ),
    [thinks, reasons('你🙂'), thought, says('你🙂'), calls('wx', { q: '你🙂' }), spent, ends('tool_calls')],
  ],
  ['A41 cut after text', eventStream(start, open, textDelta(0, 'Hi')), [says('Hi'), lost]],
  [
    'A41 cut before the end marker',
    eventStream(start, hi, messageEnd('end_turn').split('event: message_stop')[0] ?? ''),
    [says('Hi'), lost],
  ],
  [
    'A45 length inside a call',
    eventStream(
      start,
      callBlock(0, ['t1', 'wx'], '{"q":"A"}'),
      callStart(1, 't2', 'tz'),
      inputDelta(1, '{"q'),
      messageEnd('max_tokens'),
    ),
    [spent, ends('length')],
  ],
  [
    'A46 a call with an empty piece of input',
    eventStream(start, callBlock(0, ['t1', 'now'], ''), messageEnd('tool_use')),
    now,
  ],
  ['A46 a call without any input', eventStream(start, callBlock(0, ['t1', 'now']), messageEnd('tool_use')), now],
  [
    'A47 an error after text',
    eventStream(start, open, textDelta(0, 'Hel'), event('error', failure('overloaded_error', 'Overloaded'))),
    [says('Hel'), fails('model_overloaded', true, 'overloaded_error')],
  ],
  [
    'A47 an error before anything',
    eventStream(event('error', failure('rate_limit_error', 'slow down'))),
    [fails('rate_limited', true, 'rate_limit_error')],
  ],
  ['B4 an empty stream', eventStream(), [fails('invalid_response', true)]],
  ['B4 only pings', eventStream(': hello\n\n'), [fails('invalid_response', true)]],
  ['B6 a page', typed('text/html', '<!DOCTYPE html><title>Sign in</title>'), [fails('invalid_response', true)]],
  [
    'B7 JSON for a stream',
    jsonBody(
      message(
        [
          { type: 'thinking', thinking: 'hm', signature: 'U0lH' },
          { type: 'text', text: 'Hi' },
          { type: 'tool_use', id: 't1', name: 'wx', input: { q: 'A' } },
        ],
        'tool_use',
      ),
    ),
    [thinks, reasons('hm'), thought, says('Hi'), calls('wx', { q: 'A' }), spent, ends('tool_calls')],
  ],
  ['B7 a stream called JSON', typed('application/json', start, hi, messageEnd('end_turn')), saysHi],
  ['B3 something else than a message', jsonBody({ id: 'x', choices: [] }), [fails('invalid_response', true)]],
  ['B1 an error for a message', jsonBody(failure('api_error', 'broken')), [fails('server_error', true, 'api_error')]],
  [
    'B13 reset mid-body',
    ending(eventStream(start, hi), 'reset'),
    [says('Hi'), fails('network_error', true, 'ECONNRESET')],
  ],
  ['B13 reset after the end', ending(eventStream(start, hi, messageEnd('end_turn')), 'reset'), saysHi],
  [
    'B28 usage replaces, never adds',
    eventStream(
      messageStart({ ...cached, output_tokens: 1 }),
      hi,
      messageEnd('end_turn', { ...cached, output_tokens: 20 }),
    ),
    [says('Hi'), spends(100, 20, { cacheHitTokens: 90, cacheMissTokens: 10, cacheWriteTokens: 7 }), ends('stop')],
  ],
  [
    'thinking tokens are counted',
    eventStream(start, hi, messageEnd('end_turn', { output_tokens: 4, output_tokens_details: { thinking_tokens: 3 } })),
    [says('Hi'), spends(5, 4, { reasoningTokens: 3 }), ends('stop')],
  ],
  [
    'B30 signed thinking',
    eventStream(start, thinkingBlock(0, ['h', 'm'], 'U0lH=='), textBlock(1, 'Hi'), messageEnd('end_turn')),
    [thinks, reasons('hm'), thought, ...saysHi],
  ],
  [
    'B30 hidden thinking',
    eventStream(start, thinkingBlock(0, [], 'U0lH=='), textBlock(1, 'Hi'), messageEnd('end_turn')),
    saysHi,
  ],
  [
    'B32 redacted thinking',
    eventStream(start, redactedBlock(0, 'RU5D'), textBlock(1, 'Hi'), messageEnd('end_turn')),
    saysHi,
  ],
  [
    'B34 pings and what nobody knows',
    eventStream(
      event('ping'),
      start,
      event('compass_update', { heading: 3 }),
      open,
      textDelta(0, 'Hi'),
      event('ping'),
      blockDelta(0, { type: 'aroma_delta', aroma: 'x' }),
      blockStop(0),
      blockStart(1, { type: 'server_tool_use', id: 's1', name: 'x', input: { a: 1 } }),
      inputDelta(1, '{}'),
      blockStop(1),
      messageEnd('end_turn'),
      event('ping'),
    ),
    saysHi,
  ],
  ['C5 refusal', eventStream(start, hi, messageEnd('refusal')), [says('Hi'), spent, ends('content_filter')]],
  [
    'C7 CRLF and CR',
    eventStream(start.replaceAll('\n', '\r\n'), hi.replaceAll('\n', '\r'), messageEnd('end_turn')),
    saysHi,
  ],
  [
    'C14 broken JSON',
    eventStream(start, open, textDelta(0, 'Hi'), 'data: {"type":"con\n\n'),
    [says('Hi'), fails('parse_error', true)],
  ],
  [
    'C18 an empty text before a call',
    eventStream(start, textBlock(0, ''), callBlock(1, ['t1', 'wx'], '{"q":', '"A"}'), messageEnd('tool_use')),
    [calls('wx', { q: 'A' }), spent, ends('tool_calls')],
  ],
  [
    'C25 blocks side by side',
    eventStream(
      start,
      callStart(0, 't1', 'wx'),
      inputDelta(0, '{"q":'),
      callStart(1, 't2', 'tz'),
      inputDelta(1, '{"q"'),
      inputDelta(0, '"A"}'),
      blockStop(0),
      inputDelta(1, ':"B"}'),
      blockStop(1),
      messageEnd('tool_use'),
    ),
    both,
  ],
  [
    'C25 thinking beside text',
    eventStream(
      start,
      blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
      blockStart(1, { type: 'text', text: '' }),
      blockDelta(0, { type: 'thinking_delta', thinking: 'a' }),
      textDelta(1, 'x'),
      blockDelta(0, { type: 'thinking_delta', thinking: 'b' }),
      textDelta(1, 'y'),
      messageEnd('end_turn'),
    ),
    [thinks, reasons('a'), thought, says('x'), thinks, reasons('b'), thought, says('y'), spent, ends('stop')],
  ],
  ['pause_turn', eventStream(start, hi, messageEnd('pause_turn')), saysHi],
  [
    'the window is full',
    eventStream(start, hi, messageEnd('model_context_window_exceeded')),
    [says('Hi'), spent, ends('length')],
  ],
  [
    'input that comes with the start of a call',
    eventStream(
      start,
      blockStart(0, { type: 'tool_use', id: 't1', name: 'wx', input: { q: 'A' } }),
      blockStop(0),
      messageEnd('tool_use'),
    ),
    [calls('wx', { q: 'A' }), spent, ends('tool_calls')],
  ],
  [
    'pieces of input that replace the one at the start',
    eventStream(
      start,
      blockStart(0, { type: 'tool_use', id: 't1', name: 'wx', input: { q: 'B' } }),
      inputDelta(0, '{"q":"A"}'),
      blockStop(0),
      messageEnd('tool_use'),
    ),
    [calls('wx', { q: 'A' }), spent, ends('tool_calls')],
  ],
  [
    'the end marker of another protocol',
    eventStream(start, hi, messageEnd('end_turn').split('event: message_stop')[0] ?? '', 'data: [DONE]\n\n'),
    saysHi,
  ],
];

describe('Messages streams', () => {
  testStreamCases('anthropic', cases);
});
