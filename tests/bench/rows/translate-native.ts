import type { AdapterConfig } from '@/lib/adapters';
import {
  blockStart,
  blockStop,
  messageEnd,
  messageStart,
  textDelta,
  thinkingBlock,
} from '@/tests/support/wire/anthropic-bytes';
import { chatUsage } from '@/tests/support/wire/chat-wire';
import { lastLine, piece } from '@/tests/support/wire/ollama-bytes';
import { answerOpenAi, finishWithUsage } from '@/tests/support/wire/openai-answers';
import { delta, done, finish } from '@/tests/support/wire/openai-bytes';
import type { WireScript } from '@/tests/support/wire/script';
import { createContestant } from '../adapter-contestant';
import { createPeer, type PeerPackage } from '../ai-sdk-peer';
import { measureCpu } from '../cpu-rounds';
import { eventByEvent, lineByLine } from '../playback';
import type { Row } from '../row';
import { longAnswer, type Said } from '../said';

const thoughtful = longAnswer({ reasoning: 500, text: 1500 });
const silent = longAnswer({ reasoning: 0, text: 2000 });

interface Native {
  readonly name: string;
  readonly config: Omit<AdapterConfig, 'apiKey'>;
  readonly model: string;
  readonly said: Said;
  readonly record: (said: Said) => WireScript;
  readonly peer?: PeerPackage;
}

const opening = delta({ role: 'assistant', content: '' });
const ending = [finish('stop', { usage: chatUsage }), done];
const contents = (words: readonly string[]) => words.map((content) => delta({ content }));

const firstThought = JSON.stringify('Let me ');

/** A thought as the wire servers write it: theirs with the word changed. */
function thoughts(words: readonly string[]): string[] {
  const { chunks } = answerOpenAi({ body: {}, thinks: true, usage: chatUsage, finishing: finishWithUsage(chatUsage) });
  const written = chunks.map((chunk) => new TextDecoder().decode(chunk)).find((chunk) => chunk.includes(firstThought));
  if (written === undefined) throw new Error('the wire server did not think');
  return words.map((word) => written.replace(firstThought, () => JSON.stringify(word)));
}

const chat = ({ reasoning, text }: Said): WireScript =>
  eventByEvent(opening, ...thoughts(reasoning), ...contents(text), ...ending);

const taggedChat = ({ reasoning, text }: Said): WireScript =>
  eventByEvent(opening, ...contents(['<think>', ...reasoning, '</think>', ...text]), ...ending);

const messages = ({ reasoning, text }: Said): WireScript =>
  eventByEvent(
    messageStart(),
    thinkingBlock(0, reasoning, 'SIG=='),
    blockStart(1, { type: 'text', text: '' }),
    ...text.map((word) => textDelta(1, word)),
    blockStop(1),
    messageEnd('end_turn'),
  );

const lines = ({ reasoning, text }: Said): WireScript =>
  lineByLine(
    ...reasoning.map((thinking) => piece({ thinking })),
    ...text.map((content) => piece({ content })),
    lastLine(),
  );

const natives: readonly Native[] = [
  {
    name: 'deepseek',
    config: { providerId: 'deepseek' },
    model: 'deepseek-flash',
    said: thoughtful,
    record: chat,
    peer: { name: '@ai-sdk/deepseek', model: 'deepseek-flash' },
  },
  {
    name: 'openai',
    config: { providerId: 'openai' },
    model: 'gpt-5.6-sol',
    said: silent,
    record: chat,
    peer: { name: '@ai-sdk/openai', model: 'gpt-4o' },
  },
  { name: 'agnes', config: { providerId: 'agnes-ai' }, model: 'agnes-3.0-flash', said: thoughtful, record: chat },
  {
    name: 'agnes, second protocol',
    config: { providerId: 'agnes-ai', settings: { mode: 'anthropic' } },
    model: 'agnes-3.0-flash',
    said: thoughtful,
    record: messages,
  },
  {
    name: 'anthropic',
    config: { providerId: 'anthropic' },
    model: 'claude-opus-5-5',
    said: thoughtful,
    record: messages,
    peer: { name: '@ai-sdk/anthropic', model: 'claude-opus-5-5' },
  },
  { name: 'ollama', config: { providerId: 'ollama' }, model: 'qwen3:8b', said: thoughtful, record: lines },
  {
    name: 'custom with inline thinking',
    config: {
      providerId: 'mine',
      kind: 'custom',
      baseUrl: 'http://wire.test/v1',
      settings: { inlineThinking: true },
    },
    model: 'wire-model',
    said: thoughtful,
    record: taggedChat,
  },
];

function createRow({ name, config, model, said, record, peer }: Native): Row {
  const recording = record(said);
  return {
    name: `translate: CPU per chunk, native, ${name}`,
    unit: 'µs',
    goal: { kind: 'at most', value: 6, of: 'unit' },
    ...(peer !== undefined && { peer: `${peer.name} doStream` }),
    measure: async () =>
      measureCpu({
        ours: createContestant({ config, model, recording, said }),
        ...(peer !== undefined && { peer: createPeer(peer, recording, said) }),
        pieces: recording.chunks.length,
      }),
  };
}

export const rows: readonly Row[] = natives.map(createRow);
