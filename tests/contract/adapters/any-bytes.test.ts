import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdapter } from '@/lib/adapters';
import { type MetonaFailure, type MetonaRequest, type MetonaResponse, metonaStreamEventSchema } from '@/lib/ir';
import {
  callBlock,
  messageEnd,
  messageStart,
  redactedBlock,
  textBlock,
  thinkingBlock,
} from '@/tests/support/wire/anthropic-bytes';
import { tool } from '@/tests/support/wire/conversation';
import { type DriveOptions, drive, wireKey, wireRequest, wireTime } from '@/tests/support/wire/drive-adapter';
import { lastLine, piece, wholeCall } from '@/tests/support/wire/ollama-bytes';
import { calls, delta, done, finish, fragment, opening, usageOf } from '@/tests/support/wire/openai-bytes';
import type { WireScript } from '@/tests/support/wire/script';
import { createScriptedHttp } from '@/tests/support/wire/scripted-http';

const openAiSeed = [
  delta({ role: 'assistant', content: null, reasoning_content: 'hm' }),
  delta({ content: 'Hi <think>你🙂' }),
  calls(opening([0, 'c0', 'wx', '{"q":'])),
  calls(fragment(0, '"A"}')),
  finish('tool_calls', { usage: usageOf(9, 2) }),
  done,
];
const inlineSeed = ['<think>a</', 'think>b\n```tool', '_call\n{"name":"wx"}\n``', '`\n'].map((content) =>
  delta({ content }),
);
const messagesSeed = [
  messageStart(),
  thinkingBlock(0, ['hm'], 'U0lH'),
  redactedBlock(1, 'RU5D'),
  textBlock(2, 'Hi 你🙂'),
  callBlock(3, ['t1', 'wx'], '{"q":', '"A"}'),
  messageEnd('tool_use'),
];
const ollamaSeed = [
  piece({ thinking: 'hm' }),
  piece({ content: 'Hi 你🙂' }),
  piece({ tool_calls: [wholeCall('wx', { q: 'A' })] }),
  lastLine(),
];

interface Target {
  readonly name: string;
  readonly providerId: string;
  readonly seed: readonly string[];
  readonly options?: DriveOptions;
}

const targets: readonly Target[] = [
  { name: 'DeepSeek', providerId: 'deepseek', seed: openAiSeed },
  { name: 'Agnes', providerId: 'agnes-ai', seed: openAiSeed },
  { name: 'OpenAI', providerId: 'openai', seed: openAiSeed },
  { name: 'a custom server', providerId: 'custom', seed: openAiSeed },
  {
    name: 'a custom server whose text holds everything',
    providerId: 'custom',
    seed: [...inlineSeed, finish('stop'), done],
    options: { settings: { inlineThinking: true, textToolCalls: true } },
  },
  { name: 'Anthropic', providerId: 'anthropic', seed: messagesSeed },
  {
    name: 'Agnes in its second protocol',
    providerId: 'agnes-ai',
    seed: messagesSeed,
    options: { settings: { mode: 'anthropic' } },
  },
  { name: 'Ollama', providerId: 'ollama', seed: ollamaSeed },
];

/** JSON values with the keys of the protocols at unexpected places. */
const keys = [
  'choices',
  'delta',
  'content',
  'tool_calls',
  'function',
  'arguments',
  'name',
  'index',
  'id',
  'usage',
  'error',
];
const moreKeys = [
  'message',
  'type',
  'content_block',
  'partial_json',
  'thinking',
  'signature',
  'done',
  'done_reason',
  'model',
];
const words = [
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_start',
  'message_delta',
  'message',
];
const { value: oddValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, '', 'stop', 'length', '{"q":', ...words),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys, ...moreKeys), tie('value'), { maxKeys: 4 }),
  ),
}));
const frame = oddValue.map((value) => `data: ${JSON.stringify(value)}\n\n`);
const line = oddValue.map((value) => `${JSON.stringify(value)}\n`);

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);

/** A recording with something cut out, put in, or said twice. */
function damaged(seed: readonly string[]): fc.Arbitrary<Uint8Array> {
  const whole = encode(seed.join(''));
  const edit = fc.record({ at: fc.nat(whole.length), cut: fc.nat(12), put: fc.uint8Array({ maxLength: 6 }) });
  return fc.array(edit, { maxLength: 3 }).map((edits) =>
    edits.reduce((bytes, { at, cut, put }) => {
      const start = Math.min(at, bytes.length);
      return new Uint8Array([...bytes.subarray(0, start), ...put, ...bytes.subarray(start + cut)]);
    }, whole),
  );
}

function anyBytes(seed: readonly string[]): fc.Arbitrary<Uint8Array> {
  const anyPiece = fc.oneof(frame, line, fc.constantFrom(...seed), fc.string());
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    damaged(seed),
    fc.array(anyPiece, { maxLength: 8 }).map((pieces) => encode(pieces.join(''))),
    oddValue.map((value) => encode(JSON.stringify(value))),
  );
}

function scripts(seed: readonly string[]): fc.Arbitrary<WireScript> {
  return fc
    .record({
      bytes: anyBytes(seed),
      size: fc.integer({ min: 1, max: 64 }),
      status: fc.oneof(
        { weight: 9, arbitrary: fc.constant(200) },
        { weight: 1, arbitrary: fc.constantFrom(302, 400, 404, 429, 503) },
      ),
      end: fc.constantFrom<WireScript['end']>('end', 'reset'),
      type: fc.constantFrom('text/event-stream', 'application/json', 'application/x-ndjson', 'text/html', ''),
    })
    .map(({ bytes, size, status, end, type }) => {
      const count = Math.ceil(bytes.length / size);
      const chunks = Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
      return { status, end, chunks, headers: { 'content-type': type } };
    });
}

const runs = { numRuns: 250 };
const tools = [tool('wx')];
const formats: readonly (MetonaRequest['responseFormat'] | undefined)[] = [undefined, { type: 'json_object' }];

describe.each(targets)('whatever bytes come from $name', ({ providerId, seed, options }) => {
  it('the events keep their rules and the call ends', async () => {
    await fc.assert(
      fc.asyncProperty(scripts(seed), fc.constantFrom(...formats), async (script, responseFormat) => {
        const request = { tools, ...(responseFormat && { responseFormat }) };
        const { events, broken, response } = await drive(providerId, script, { ...options, request });
        expect(broken).toEqual([]);
        for (const event of events) expect(metonaStreamEventSchema.safeParse(event).success).toBe(true);
        expect(JSON.stringify(response)).not.toContain(wireKey);
      }),
      runs,
    );
  });

  it('send and listModels throw nothing but a MetonaFailure', async () => {
    await fc.assert(
      fc.asyncProperty(scripts(seed), async (script) => {
        const adapter = createAdapter(
          {
            providerId,
            apiKey: wireKey,
            ...(providerId === 'custom' && { kind: 'custom', baseUrl: 'http://wire.test/v1' }),
            ...(options?.settings !== undefined && { settings: options.settings }),
          },
          { http: createScriptedHttp(() => script).http, ids: () => 'tc_1', now: () => wireTime },
        );
        const outcomes = await Promise.allSettled<MetonaResponse | unknown[]>([
          adapter.send(wireRequest({ tools })),
          adapter.listModels(),
        ]);
        for (const outcome of outcomes) {
          if (outcome.status === 'fulfilled') continue;
          const failure = outcome.reason as MetonaFailure;
          expect([failure.name, typeof failure.error.code, typeof failure.error.message]).toEqual([
            'MetonaFailure',
            'string',
            'string',
          ]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
