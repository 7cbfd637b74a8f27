import { describe, expect, it } from 'vitest';
import { type DriveOptions, drive } from '@/tests/support/wire/drive-adapter';
import { ends, reasons, says, spends, type Token, thinks, thought } from '@/tests/support/wire/event-notation';
import { lastLine, piece } from '@/tests/support/wire/ollama-bytes';
import { calls as callDeltas, delta, done, finish, opening } from '@/tests/support/wire/openai-bytes';
import { ending, eventStream, jsonBody, lineStream } from '@/tests/support/wire/script';
import { type StreamCase, testStreamCases } from '@/tests/support/wire/stream-cases';

const thenB = [thinks, reasons('a'), thought, says('b')];

const cases: readonly (readonly [string, readonly string[], readonly Token[]])[] = [
  ['B20 tags in one piece', ['<think>a</think>b'], thenB],
  ['B20 blanks around the tags', ['\n <think>a</think>\n\n', ' b'], thenB],
  ['B20 two thoughts', ['<think>a</think><think>c</think>b'], [thinks, reasons('ac'), thought, says('b')]],
  ['B20 an empty thought', ['<think></think>b'], [says('b')]],
  ['B20 a thought without end', ['<think>a b'], [thinks, reasons('a b'), thought]],
  ['B20 a thought and a blank', ['<think>a</think>', '\n'], [thinks, reasons('a'), thought]],
  ['B21 tags in pieces', ['<thi', 'nk>a</th', 'ink>b'], thenB],
  ['B21 letter by letter', [...'<think>a</think>b'], thenB],
  [
    'B21 what only begins like the end',
    ['<think>a</th', 'y b</think>c'],
    [thinks, reasons('a</thy b'), thought, says('c')],
  ],
  ['B21 a comparison', ['a < b', ' and c <'], [says('a < b and c <')]],
  ['B21 the beginning of a tag at the end', ['<thi'], [says('<thi')]],
  ['B21 the beginning of a tag after text', ['b ', '<thi'], [says('b <thi')]],
  ['B21 the beginning of the end at the end', ['<think>a</thi'], [thinks, reasons('a</thi'), thought]],
  ['B21 blanks that lead to no tag', ['\n\n', ' b'], [says('\n\n b')]],
  ['B21 nothing but blanks', ['\n', ' '.repeat(300)], [says(`\n${' '.repeat(300)}`)]],
  ['B23 a tag in the answer', ['Use `', '<think>', '` tags.'], [says('Use `<think>` tags.')]],
  [
    'B23 a tag after a thought',
    ['<think>a</think>b <think>c</think>'],
    [thinks, reasons('a'), thought, says('b <think>c</think>')],
  ],
];

const custom: DriveOptions = { settings: { inlineThinking: true } };
const tell = (pieces: readonly string[]) => pieces.map((content) => delta({ content }));

describe('thinking between tags', () => {
  const told = cases.map(
    ([name, pieces, expected]): StreamCase => [
      name,
      eventStream(...tell(pieces), finish('stop'), done),
      [...expected, ends('stop')],
    ],
  );
  testStreamCases('custom', told, custom);

  it('holds nothing back once there is text', async () => {
    const { events } = await drive('custom', eventStream(...tell(['a ', '<thi']), finish('stop'), done), custom);
    expect(events.map((event) => ('delta' in event ? event.delta : event.type))).toEqual(['a ', '<thi', 'done']);
  });

  it('shows what it held before thinking that comes in its own field', async () => {
    const thinking = delta({ reasoning_content: 'hm' });
    const { tokens } = await drive('custom', eventStream(...tell(['<thi']), thinking, finish('stop'), done), custom);
    expect(tokens).toEqual([says('<thi'), thinks, reasons('hm'), thought, ends('stop')].map((token) => [...token]));
  });

  it('may be silent as long as thinking may', async () => {
    const timeouts = { semanticIdleMs: 20, thinkingIdleMs: 250, transportIdleMs: 5000, firstEventMs: 5000 };
    const started = performance.now();
    const { response } = await drive('custom', ending(eventStream(...tell(['<think>a'])), 'hang'), {
      ...custom,
      timeouts,
    });
    expect(response.error?.code).toBe('network_timeout');
    expect(performance.now() - started).toBeGreaterThan(200);
  });

  it('shows what it held before a call, and when the answer breaks off', async () => {
    const call = callDeltas(opening([0, 'c0', 'wx', '{}']));
    const called = await drive('custom', eventStream(...tell(['<thi']), call, finish('tool_calls'), done), custom);
    expect(called.response).toMatchObject({ content: '<thi', toolCalls: [{ name: 'wx' }] });
    const broken = await drive('custom', ending(eventStream(...tell(['<think>a</th'])), 'reset'), custom);
    expect(broken.response).toMatchObject({ reasoningContent: 'a</th', finishReason: 'error' });
    expect([...called.broken, ...broken.broken]).toEqual([]);
  });
});

describe('thinking between tags of a local model', () => {
  const answer = lineStream(piece({ content: '<think>a' }), piece({ content: '</think>b' }), lastLine());
  const plain = [says('<think>a</think>b'), spends(5, 4), ends('stop')];
  const parsed = [...thenB, spends(5, 4), ends('stop')];
  it.each([
    ['B20 read from a family that writes it', 'deepseek-r1:7b', ['completion'], parsed],
    ['B20 read when the server does not say', 'qwq:32b', undefined, parsed],
    ['B20 left to a server that takes it out itself', 'qwen3:8b', ['completion', 'thinking'], plain],
    ['B23 left alone in every other family', 'gemma:2b', ['completion'], plain],
  ] as const)('is %s', async (...[, model, capabilities, expected]) => {
    const beside = () => jsonBody(capabilities === undefined ? {} : { capabilities });
    const outcome = await drive('ollama', answer, { request: { model }, beside });
    expect(outcome.tokens).toEqual(expected.map((token) => [...token]));
    expect(outcome.broken).toEqual([]);
  });
});
