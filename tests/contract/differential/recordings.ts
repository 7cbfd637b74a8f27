import {
  blockDelta,
  blockStart,
  blockStop,
  callBlock,
  callStart,
  event,
  inputDelta,
  messageEnd,
  messageStart,
  redactedBlock,
  textBlock,
  thinkingBlock,
} from '@/tests/support/wire/anthropic-bytes';
import { calls, data, delta, done, finish, fragment, opening, usageOf } from '@/tests/support/wire/openai-bytes';
import { eventStream, type WireScript } from '@/tests/support/wire/script';

type Recordings = Readonly<Record<string, WireScript>>;

const cached = usageOf(339, 83, {
  prompt_tokens_details: { cached_tokens: 320 },
  prompt_cache_hit_tokens: 320,
  prompt_cache_miss_tokens: 19,
  completion_tokens_details: { reasoning_tokens: 39 },
});
const first = delta({ role: 'assistant', content: '' });
const hello = [delta({ content: 'Hel' }), delta({ content: 'lo.' })];

/** Chat completions that are as they should be. */
export const chatRecordings: Recordings = {
  'text, usage in a chunk of its own': eventStream(
    first,
    ...hello,
    finish('stop'),
    data({ id: 'cmpl_1', model: 'wire-model', choices: [], usage: cached }),
    done,
  ),
  'text, usage with the finish': eventStream(first, ...hello, finish('stop', { usage: cached }), done),
  'text that was cut': eventStream(first, ...hello, finish('length', { usage: cached }), done),
  'text that was filtered': eventStream(first, ...hello, finish('content_filter', { usage: cached }), done),
  'one call in pieces': eventStream(
    first,
    calls(opening([0, 'c0', 'wx', ''])),
    calls(fragment(0, '{"q":')),
    calls(fragment(0, '"A"}')),
    finish('tool_calls', { usage: cached }),
    done,
  ),
  'two calls, interleaved': eventStream(
    first,
    calls(opening([0, 'c0', 'wx', '{"q":'])),
    calls(opening([1, 'c1', 'tz', '{"q"'])),
    calls(fragment(0, '"A"}'), fragment(1, ':"B"}')),
    finish('tool_calls', { usage: cached }),
    done,
  ),
  'text, then a call without arguments': eventStream(
    first,
    ...hello,
    calls(opening([0, 'c0', 'now', '{}'])),
    finish('tool_calls', { usage: cached }),
    done,
  ),
  'letters of many bytes, comments between': eventStream(
    ': keep-alive\n\n',
    first,
    delta({ content: '你🙂' }),
    ':\n\n',
    finish('stop', { usage: cached }),
    done,
  ),
};

export const refusalRecordings: Recordings = {
  'a refusal': eventStream(first, delta({ refusal: 'No.' }), finish('stop', { usage: cached }), done),
};

export const thinkingRecordings: Recordings = {
  'thinking, then text': eventStream(
    delta({ role: 'assistant', content: null, reasoning_content: '' }),
    delta({ content: null, reasoning_content: 'Let me ' }),
    delta({ content: null, reasoning_content: 'see.' }),
    delta({ content: 'Yes.', reasoning_content: null }),
    finish('stop', { usage: cached }),
    done,
  ),
  'thinking, then a call': eventStream(
    delta({ role: 'assistant', content: null, reasoning_content: '' }),
    delta({ content: null, reasoning_content: 'hm' }),
    calls(opening([0, 'c0', 'wx', '{"q":"A"}'])),
    finish('tool_calls', { usage: cached }),
    done,
  ),
  'an answer that failed for want of resources': eventStream(
    first,
    ...hello,
    finish('insufficient_system_resource'),
    done,
  ),
};

const counted = { input_tokens: 3, cache_read_input_tokens: 90, cache_creation_input_tokens: 7, output_tokens: 20 };
const start = messageStart({ ...counted, output_tokens: 1 });

/** Messages that are as they should be. */
export const messageRecordings: Recordings = {
  text: eventStream(start, event('ping'), textBlock(0, 'Hel', 'lo.'), messageEnd('end_turn', counted)),
  'text that was cut': eventStream(start, textBlock(0, 'Hel'), messageEnd('max_tokens', counted)),
  'text that ended at a stop sequence': eventStream(start, textBlock(0, 'Hi'), messageEnd('stop_sequence', counted)),
  'a refusal': eventStream(start, textBlock(0, 'No'), messageEnd('refusal', counted)),
  'signed thinking, then text': eventStream(
    start,
    thinkingBlock(0, ['Let me ', 'see.'], 'SIG=='),
    textBlock(1, 'Yes.'),
    messageEnd('end_turn', counted),
  ),
  'redacted thinking, then a call': eventStream(
    start,
    redactedBlock(0, 'ENC'),
    callBlock(1, ['t1', 'wx'], '{"q":', '"A"}'),
    messageEnd('tool_use', counted),
  ),
  'two calls after a text': eventStream(
    start,
    textBlock(0, 'One moment.'),
    callBlock(1, ['t1', 'wx'], '{"q":"A"}'),
    callBlock(2, ['t2', 'now']),
    messageEnd('tool_use', counted),
  ),
};

/** Where the two read differently. */
export const disputed = {
  stopWithCalls: eventStream(first, calls(opening([0, 'c0', 'wx', '{"q":"A"}'])), finish('stop'), done),
  cutCall: eventStream(
    first,
    calls(opening([0, 'c0', 'wx', '{"q":"A"}'])),
    calls(opening([1, 'c1', 'wx', '{"q":'])),
    finish('length'),
    done,
  ),
  aborted: eventStream(first, ...hello, finish('aborted'), done),
  keepAliveAsData: eventStream(first, 'data: : keepalive\n\n', ...hello, finish('stop'), done),
  interleavedBlocks: eventStream(
    start,
    callStart(0, 't1', 'wx'),
    blockStart(1, { type: 'text', text: '' }),
    inputDelta(0, '{"q":"A"}'),
    blockDelta(1, { type: 'text_delta', text: 'Hi' }),
    blockStop(0),
    blockStop(1),
    messageEnd('tool_use', counted),
  ),
} as const satisfies Recordings;
