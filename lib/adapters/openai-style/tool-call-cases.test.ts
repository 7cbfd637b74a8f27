import { describe } from 'vitest';
import { calls as called, ends, says } from '@/tests/support/wire/event-notation';
import { calls, delta, done, finish, fragment, opening } from '@/tests/support/wire/openai-bytes';
import { eventStream } from '@/tests/support/wire/script';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const hi = delta({ role: 'assistant', content: 'Hi' });
const saysHi = [says('Hi'), ends('stop')];
const withCalls = (...entries: readonly Record<string, unknown>[]) =>
  eventStream(...entries.map((entry) => calls(entry)), finish('tool_calls'), done);
const oneCall = [called('wx', { q: 'A' }), ends('tool_calls')];
const twoCalls = [called('wx', { q: 'A' }), called('tz', { q: 'B' }), ends('tool_calls')];
const noParameters = [called('now', {}), ends('tool_calls')];

const cases: readonly StreamCase[] = [
  [
    'A8 interleaved fragments',
    eventStream(
      calls(opening([0, 'c0', 'wx', '{"q":'])),
      calls(opening([1, 'c1', 'tz', '{"q"'])),
      calls(fragment(0, '"A"}'), fragment(1, ':"B"}')),
      finish('tool_calls'),
      done,
    ),
    twoCalls,
  ],
  [
    'A9 id and name only once',
    withCalls(opening([0, 'c0', 'wx', '']), fragment(0, '{"q"'), fragment(0, ':"A"}')),
    oneCall,
  ],
  ['A10 empty id and name later', withCalls(opening([0, 'c0', 'wx', '{"q"']), opening([0, '', '', ':"A"}'])), oneCall],
  [
    'A12 no index, one call',
    withCalls({ id: 'c0', function: { name: 'wx', arguments: '{"q"' } }, { function: { arguments: ':"A"}' } }),
    oneCall,
  ],
  [
    'A12 no index, a new id opens a call',
    withCalls(
      { id: 'c0', function: { name: 'wx', arguments: '{"q"' } },
      { function: { arguments: ':"A"}' } },
      { id: 'c1', function: { name: 'tz', arguments: '{"q"' } },
      { function: { arguments: ':"B"}' } },
    ),
    twoCalls,
  ],
  [
    'A12 no index, two entries in one delta',
    eventStream(
      calls(
        { id: 'c0', function: { name: 'wx', arguments: '{"q":"A"}' } },
        { id: 'c1', function: { name: 'tz', arguments: '{"q":"B"}' } },
      ),
      finish('tool_calls'),
      done,
    ),
    twoCalls,
  ],
  [
    'situation 9: A12 no index, no id, two whole calls in turn',
    withCalls(
      { function: { name: 'wx', arguments: '{"q":"A"}' } },
      { function: { name: 'tz', arguments: '{"q":"B"}' } },
    ),
    twoCalls,
  ],
  [
    'situation 9: every call at index 0',
    withCalls(opening([0, 'c0', 'wx', '{"q":"A"}']), opening([0, 'c1', 'tz', '{"q":"B"}'])),
    twoCalls,
  ],
  [
    'every call at index 0, the first without arguments',
    withCalls(opening([0, 'c0', 'now', '']), opening([0, 'c1', 'wx', '{"q":"A"}'])),
    [called('now', {}), called('wx', { q: 'A' }), ends('tool_calls')],
  ],
  [
    'A15 id and name again after the arguments',
    withCalls(opening([0, 'c0', 'wx', '{"q":"A"}']), opening([0, 'c0', 'wx', ''])),
    oneCall,
  ],
  [
    'A14 index from 1 with a hole',
    withCalls(opening([1, 'c0', 'wx', '{"q":']), opening([3, 'c1', 'tz', '{"q":"B"}']), fragment(1, '"A"}')),
    twoCalls,
  ],
  [
    'A15 full name every time',
    withCalls(opening([0, 'c0', 'wx', '{"q"']), opening([0, 'c0', 'wx', ':"A"']), opening([0, 'c0', 'wx', '}'])),
    oneCall,
  ],
  [
    'name in parts before the arguments',
    withCalls(opening([0, 'c0', 'w', '']), opening([0, '', 'x', '']), fragment(0, '{"q":"A"}')),
    oneCall,
  ],
  ['A18 empty arguments', withCalls(opening([0, 'c0', 'now', ''])), noParameters],
  ['A18 blank arguments', withCalls(opening([0, 'c0', 'now', '  '])), noParameters],
  ['A18 no arguments', withCalls({ index: 0, id: 'c0', function: { name: 'now' } }), noParameters],
  [
    'A19 arguments as an object',
    withCalls({ index: 0, id: 'c0', function: { name: 'wx', arguments: { q: 'A' } } }),
    oneCall,
  ],
  [
    'situation 9: A21 calls without ids',
    withCalls(
      { index: 0, function: { name: 'wx', arguments: '{"q":"A"}' } },
      { index: 1, function: { name: 'tz', arguments: '{"q":"B"}' } },
    ),
    twoCalls,
  ],
  ['A22 stop with calls', eventStream(calls(opening([0, 'c0', 'wx', '{"q":"A"}'])), finish('stop'), done), oneCall],
  [
    'A22 function_call',
    eventStream(calls(opening([0, 'c0', 'wx', '{"q":"A"}'])), finish('function_call'), done),
    oneCall,
  ],
  ['tool_calls without a call', eventStream(hi, finish('tool_calls'), done), saysHi],
  [
    'A45 length inside arguments',
    eventStream(calls(opening([0, 'c0', 'wx', '{"path":"/a/b'])), finish('length'), done),
    [ends('length')],
  ],
  [
    'A45 length after a whole call',
    eventStream(
      calls(opening([0, 'c0', 'wx', '{"q":"A"}'])),
      calls(opening([1, 'c1', 'tz', '{"q'])),
      finish('length'),
      done,
    ),
    [ends('length')],
  ],
];

describe('OpenAI-style tool calls', () => {
  testStreamCases('custom', cases);
});
