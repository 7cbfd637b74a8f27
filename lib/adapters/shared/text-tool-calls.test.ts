import { describe, expect, it } from 'vitest';
import { assistant, call, result, tool, user } from '@/tests/support/wire/conversation';
import { type DriveOptions, drive, driveEveryReading, modelCall } from '@/tests/support/wire/drive-adapter';
import { calls, ends, says, type Token } from '@/tests/support/wire/event-notation';
import { lastLine, piece } from '@/tests/support/wire/ollama-bytes';
import { delta, done, finish } from '@/tests/support/wire/openai-bytes';
import { eventStream, jsonBody, lineStream } from '@/tests/support/wire/script';

const tools = [tool('map.look_up'), tool('tz')];
const custom: DriveOptions = { settings: { textToolCalls: true }, request: { tools } };
const block = (name: string, args: unknown) =>
  `\`\`\`tool_call\n${JSON.stringify({ name, arguments: args })}\n\`\`\`\n`;
const lookUp = block('map_look_up', { q: 'A' });
const looked = [calls('map.look_up', { q: 'A' }), ends('tool_calls')];
const tell = (text: string, size = 5) =>
  (text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).map((content) => delta({ content }));

const cases: readonly (readonly [string, string, readonly Token[]])[] = [
  ['a block alone', lookUp, looked],
  ['a block after text', `I look.\n\n${lookUp}`, [says('I look.\n\n'), ...looked]],
  ['a block that the end of the answer closes', lookUp.slice(0, -4), looked],
  [
    'two blocks',
    `${lookUp}${block('tz', {})}`,
    [calls('map.look_up', { q: 'A' }), calls('tz', {}), ends('tool_calls')],
  ],
  [
    'a list in one block',
    `\`\`\`tool_call\n[{"name":"tz"},{"name":"tz","arguments":{"q":"B"}}]\n\`\`\``,
    [calls('tz', {}), calls('tz', { q: 'B' }), ends('tool_calls')],
  ],
  [
    'arguments over several lines',
    '```tool_call\n{\n  "name": "tz",\n  "arguments": {}\n}\n```',
    [calls('tz', {}), ends('tool_calls')],
  ],
  ['a fence in the arguments', block('tz', { q: 'a\n```\nb' }), [calls('tz', { q: 'a\n```\nb' }), ends('tool_calls')]],
  [
    'code of another kind',
    'See:\n```json\n{"name":"tz"}\n```\n',
    [says('See:\n```json\n{"name":"tz"}\n```\n'), ends('stop')],
  ],
  ['a fence inside a line', 'Write ```tool_call to call.\n', [says('Write ```tool_call to call.\n'), ends('stop')]],
  ['a block of something else', '```tool_call\nhello\n```\n', [says('```tool_call\nhello\n```\n'), ends('stop')]],
  ['the beginning of a fence', 'a\n``', [says('a\n``'), ends('stop')]],
];

describe('calls written as text', () => {
  it.each(cases)('%s', async (_name, text, expected) => {
    for (const size of [1, 5, 1000]) {
      const outcomes = await driveEveryReading(
        'custom',
        eventStream(...tell(text, size), finish('stop'), done),
        custom,
      );
      for (const { tokens, broken } of outcomes) {
        expect(tokens).toEqual(expected.map((token) => [...token]));
        expect(broken).toEqual([]);
      }
    }
  });

  it('show their name first and minted ids, as others do', async () => {
    const { events } = await drive('custom', eventStream(...tell(lookUp), finish('stop'), done), custom);
    expect(events.map((event) => event.type)).toEqual(['tool_call_delta', 'tool_call_complete', 'done']);
    expect(events[0]).toMatchObject({
      toolCallDelta: { index: 0, id: 'tc_1', name: 'map.look_up', argsDelta: '{"q":"A"}' },
    });
  });

  it('that are broken can still be answered', async () => {
    const broken = '```tool_call\n{"name": "tz", "arguments": {"q": }}\n```';
    const { response } = await drive('custom', eventStream(...tell(broken), finish('stop'), done), custom);
    expect(response.toolCalls).toMatchObject([{ name: 'tz', args: {}, parseError: expect.any(String) }]);
  });

  it('A45 do not run when the answer was cut', async () => {
    const outcome = await drive('custom', eventStream(...tell(lookUp), finish('length'), done), custom);
    expect(outcome.tokens).toEqual([['done', 'length']]);
  });

  it('are read from nobody who can call tools or was offered none', async () => {
    const script = eventStream(...tell(lookUp), finish('stop'), done);
    expect((await drive('custom', script, { request: { tools } })).response.content).toBe(lookUp);
    expect((await drive('custom', script, { settings: { textToolCalls: true } })).response.content).toBe(lookUp);
  });
});

describe('requests to a model that cannot call tools', () => {
  const messages = [
    user('Where?'),
    assistant('I look.', [call('tc_1', 'map.look_up')]),
    result('tc_1', 'north'),
    user('Thanks'),
  ];
  const said = { role: 'assistant', content: `I look.\n\n${lookUp.trimEnd()}` };
  const heard = { role: 'user', content: 'Result of map_look_up:\nnorth' };

  it('state the tools in the prompt and tell the history as text', async () => {
    const request = { tools, messages, toolChoice: { name: 'tz' } };
    const { body } = modelCall(
      await drive('custom', eventStream(delta({ content: 'Hi' }), finish('stop'), done), { ...custom, request }),
    );
    const [system, ...rest] = (body?.messages ?? []) as { content: string }[];
    expect(rest).toEqual([{ role: 'user', content: 'Where?' }, said, heard, { role: 'user', content: 'Thanks' }]);
    for (const part of ['```tool_call', '"name":"map_look_up"', 'You must call tz now.']) {
      expect(system?.content).toContain(part);
    }
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('tool_choice');
  });

  it.each([
    ['without the capability', ['completion'], true],
    ['with the capability', ['completion', 'tools'], false],
  ] as const)('of a local server, %s', async (_name, capabilities, isText) => {
    const script = lineStream(piece({ content: lookUp }), lastLine());
    const outcome = await drive('ollama', script, {
      request: { tools, messages },
      beside: () => jsonBody({ capabilities }),
    });
    const { body } = modelCall(outcome);
    expect(body?.tools === undefined).toBe(isText);
    if (isText) expect(body?.messages).toMatchObject([{}, {}, said, heard, {}]);
    expect(outcome.response.finishReason).toBe(isText ? 'tool_calls' : 'stop');
    expect(outcome.broken).toEqual([]);
  });
});
