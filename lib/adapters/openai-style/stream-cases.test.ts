import { describe } from 'vitest';
import { calls as called, ends, reasons, says, spends, thinks, thought } from '@/tests/support/wire/event-notation';
import {
  calls,
  completion,
  data,
  delta,
  done,
  finish,
  fragment,
  opening,
  usageOf,
} from '@/tests/support/wire/openai-bytes';
import { eventStream, jsonBody, typed } from '@/tests/support/wire/script';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const hi = delta({ role: 'assistant', content: 'Hi' });
const saysHi = [says('Hi'), ends('stop')];
const afterUsage = (more: Record<string, unknown>) =>
  eventStream(hi, finish('stop'), data({ id: 'x', ...more, usage: usageOf(9, 2) }), done);
const fullMessage = { content: 'Hi', reasoning_content: 'hm', tool_calls: [opening([0, 'c0', 'wx', '{"q":"A"}'])] };

const cases: readonly StreamCase[] = [
  [
    'A5 role-only first delta',
    eventStream(
      delta({ role: 'assistant', content: null, reasoning_content: '' }),
      delta({ content: 'Hi' }),
      finish('stop'),
      done,
    ),
    saysHi,
  ],
  ['A6 usage chunk, choices []', afterUsage({ choices: [] }), [says('Hi'), spends(9, 2), ends('stop')]],
  ['A6 usage chunk, choices null', afterUsage({ choices: null }), [says('Hi'), spends(9, 2), ends('stop')]],
  ['A6 usage chunk, no choices', afterUsage({}), [says('Hi'), spends(9, 2), ends('stop')]],
  [
    'A7 usage on the finish chunk',
    eventStream(
      delta({ content: 'Hi' }, { usage: null }),
      finish('stop', {
        usage: usageOf(339, 83, {
          prompt_cache_hit_tokens: 320,
          prompt_cache_miss_tokens: 19,
          prompt_tokens_details: { cached_tokens: 320 },
          completion_tokens_details: { reasoning_tokens: 39 },
        }),
      }),
      done,
    ),
    [says('Hi'), spends(339, 83, { reasoningTokens: 39, cacheHitTokens: 320, cacheMissTokens: 19 }), ends('stop')],
  ],
  [
    'A25 comments',
    eventStream(
      ': keep-alive\n\n',
      hi,
      ': OPENROUTER PROCESSING\n\n',
      ':\n\n',
      ':\n',
      finish('stop'),
      ': bye\n\n',
      done,
    ),
    saysHi,
  ],
  [
    'A26 keep-alives as data',
    eventStream(
      'data: : keepalive\n\n',
      hi,
      'data:\n\n',
      'data: ""\n\n',
      'data: : OPENROUTER PROCESSING\n\n',
      finish('stop'),
      done,
    ),
    saysHi,
  ],
  [
    'A27 no space after data:',
    eventStream(hi.replace('data: ', 'data:'), finish('stop').replace('data: ', 'data:'), 'data:[DONE]\n\n'),
    saysHi,
  ],
  [
    'A28 and A29 characters and lines cut anywhere',
    eventStream(
      delta({ reasoning_content: 'Let "me"\n你🙂' }),
      delta({ content: 'One\n\n你🙂' }),
      calls(opening([0, 'c0', 'wx', '{"q":"你'])),
      calls(fragment(0, '🙂\\u00e9"}')),
      finish('tool_calls', { usage: usageOf(30, 12) }),
      done,
    ),
    [
      thinks,
      reasons('Let "me"\n你🙂'),
      thought,
      says('One\n\n你🙂'),
      called('wx', { q: '你🙂é' }),
      spends(30, 12),
      ends('tool_calls'),
    ],
  ],
  [
    'A42 finish without the end marker',
    eventStream(hi, finish('stop'), data({ choices: [], usage: usageOf(9, 2) })),
    [says('Hi'), spends(9, 2), ends('stop')],
  ],
  ['the end marker without a finish', eventStream(hi, done), saysHi],
  [
    'B7 JSON for a stream',
    jsonBody(completion(fullMessage, 'tool_calls')),
    [thinks, reasons('hm'), thought, says('Hi'), called('wx', { q: 'A' }), spends(9, 2), ends('tool_calls')],
  ],
  ['B7 a stream called JSON', typed('application/json', hi, finish('stop'), done), saysHi],
  ['B7 a stream called text', typed('text/plain', hi, finish('stop'), done), saysHi],
  [
    'B16 reasoning under its other name',
    eventStream(delta({ reasoning: 'hm' }), hi, finish('stop'), done),
    [thinks, reasons('hm'), thought, ...saysHi],
  ],
  [
    'B18 reasoning and content in one delta',
    eventStream(delta({ reasoning_content: '.', content: 'V' }), finish('stop'), done),
    [thinks, reasons('.'), thought, says('V'), ends('stop')],
  ],
  [
    'B20 think tags stay text',
    eventStream(delta({ content: '<think>a</think>b' }), finish('stop'), done),
    [says('<think>a</think>b'), ends('stop')],
  ],
  [
    'B24 reasoning only',
    eventStream(
      delta({ content: '', reasoning_content: 'hm ' }),
      delta({ reasoning_content: 'ok' }),
      finish('length'),
      done,
    ),
    [thinks, reasons('hm ok'), thought, ends('length')],
  ],
  [
    'B25 usage in every chunk',
    eventStream(
      delta({ content: 'H' }, { usage: usageOf(9, 1) }),
      delta({ content: 'i' }, { usage: usageOf(9, 4) }),
      finish('stop', { usage: usageOf(9, 6) }),
      done,
    ),
    [says('Hi'), spends(9, 6), ends('stop')],
  ],
  ['B26 no usage', eventStream(hi, finish('stop'), done), saysHi],
  [
    'C5 refusal',
    eventStream(delta({ refusal: 'No' }), delta({ refusal: '.' }), finish('stop'), done),
    [says('No.'), ends('content_filter')],
  ],
  [
    'C7 CRLF and CR',
    eventStream(
      hi.replaceAll('\n', '\r\n'),
      delta({ content: ' a' }).replaceAll('\n', '\r'),
      finish('stop').replaceAll('\n', '\r\n'),
      done,
    ),
    [says('Hi a'), ends('stop')],
  ],
  [
    'C12 event, id and retry lines',
    eventStream(`event: message\nid: 7\nretry: 100\n${hi}`, `id: 8\n${finish('stop')}`, `event: message\n${done}`),
    saysHi,
  ],
  [
    'C16 content as parts',
    eventStream(
      delta({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'Hi' },
          { type: 'reference' },
        ],
      }),
      finish('stop'),
      done,
    ),
    [thinks, reasons('hm'), thought, ...saysHi],
  ],
  [
    'C17 content null with calls',
    jsonBody(completion({ ...fullMessage, content: null, reasoning_content: undefined }, 'tool_calls')),
    [called('wx', { q: 'A' }), spends(9, 2), ends('tool_calls')],
  ],
  ['a whole tail without its blank line', eventStream(hi, finish('stop').trimEnd()), saysHi],
];

describe('OpenAI-style streams', () => {
  testStreamCases('custom', cases);
});
