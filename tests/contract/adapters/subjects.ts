import type { AdapterConfig } from '@/lib/adapters';
import { agnesKey, startAgnesServer } from '@/tests/support/wire/agnes-server';
import {
  blockStart,
  callBlock,
  failure,
  messageEnd,
  messageStart,
  textBlock,
  textDelta,
} from '@/tests/support/wire/anthropic-bytes';
import { anthropicKey, startAnthropicServer } from '@/tests/support/wire/anthropic-server';
import { deepSeekKey, startDeepSeekServer } from '@/tests/support/wire/deepseek-server';
import { lastLine, piece, wholeCall } from '@/tests/support/wire/ollama-bytes';
import { startOllamaServer } from '@/tests/support/wire/ollama-server';
import { calls, delta, done, errorBody, finish, fragment, opening } from '@/tests/support/wire/openai-bytes';
import { openAiKey, startOpenAiServer } from '@/tests/support/wire/openai-server';
import { eventStream, lineStream, type WireScript } from '@/tests/support/wire/script';
import type { WireServer } from '@/tests/support/wire/wire-server';

/** One protocol: what its servers send in the situations that the suite brings about. */
interface Protocol {
  readonly chatPath: string;
  /** A text that begins and is never finished. */
  readonly unfinished: WireScript;
  readonly text: (text: string) => WireScript;
  /** Nothing at all, well ended. */
  readonly empty: WireScript;
  /** Two calls, `wx` with `{q: 'A'}` and `tz` with `{q: 'B'}`, side by side as far as the protocol allows. */
  readonly parallelCalls: WireScript;
  /** A call that the limit cut in two. */
  readonly cutCall: WireScript;
  readonly errorBody: (message: string) => Record<string, unknown>;
}

const openAi: Omit<Protocol, 'chatPath'> = {
  unfinished: eventStream(delta({ content: 'Hi' })),
  text: (text) => eventStream(delta({ content: text }), finish('stop'), done),
  empty: eventStream(done),
  parallelCalls: eventStream(
    calls(opening([0, 'c0', 'wx', '{"q":'])),
    calls(opening([1, 'c1', 'tz', '{"q"'])),
    calls(fragment(0, '"A"}'), fragment(1, ':"B"}')),
    finish('tool_calls'),
    done,
  ),
  cutCall: eventStream(calls(opening([0, 'c0', 'wx', '{"q":"A'])), finish('length'), done),
  errorBody: (message) => errorBody(message),
};

const messages: Protocol = {
  chatPath: '/v1/messages',
  unfinished: eventStream(messageStart(), blockStart(0, { type: 'text', text: '' }), textDelta(0, 'Hi')),
  text: (text) => eventStream(messageStart(), textBlock(0, text), messageEnd('end_turn')),
  empty: eventStream(),
  parallelCalls: eventStream(
    messageStart(),
    callBlock(0, ['c0', 'wx'], '{"q":', '"A"}'),
    callBlock(1, ['c1', 'tz'], '{"q":"B"}'),
    messageEnd('tool_use'),
  ),
  cutCall: eventStream(messageStart(), callBlock(0, ['c0', 'wx'], '{"q":"A'), messageEnd('max_tokens')),
  errorBody: (message) => failure('invalid_request_error', message),
};

const ollama: Protocol = {
  chatPath: '/api/chat',
  unfinished: lineStream(piece({ content: 'Hi' })),
  text: (text) => lineStream(piece({ content: text }), lastLine()),
  empty: lineStream(),
  parallelCalls: lineStream(
    piece({ tool_calls: [wholeCall('wx', { q: 'A' }, { id: 'c0' })] }),
    piece({ tool_calls: [wholeCall('tz', { q: 'B' }, { id: 'c1' })] }),
    lastLine(),
  ),
  cutCall: lineStream(piece({ content: '' }), lastLine('length')),
  errorBody: (message) => ({ error: message }),
};

export interface Subject extends Protocol {
  readonly name: string;
  /** The id in the registry; undefined for servers that users add themselves. */
  readonly registered: string | undefined;
  readonly model: string;
  /** One that takes images. */
  readonly seeingModel?: string;
  readonly start: () => Promise<WireServer>;
  readonly config: (origin: string) => AdapterConfig;
  /** The provider tells what the model thought. */
  readonly showsThinking: boolean;
  /** And tells it also when the answer comes whole. */
  readonly showsThinkingWhole: boolean;
  /** Calls are shown while they arrive. */
  readonly streamsCalls: boolean;
  /** A wrong key is refused. */
  readonly needsKey: boolean;
  readonly listsModels: boolean;
}

const common = {
  showsThinking: true,
  showsThinkingWhole: true,
  streamsCalls: true,
  needsKey: true,
  listsModels: true,
} as const;

/** Every registered provider in each of its protocols, and a server that users add themselves. */
export const subjects: readonly Subject[] = [
  {
    ...openAi,
    ...common,
    name: 'DeepSeek',
    registered: 'deepseek',
    chatPath: '/chat/completions',
    model: 'deepseek-flash',
    start: startDeepSeekServer,
    config: (baseUrl) => ({ providerId: 'deepseek', baseUrl, apiKey: deepSeekKey }),
  },
  {
    ...openAi,
    ...common,
    name: 'Agnes',
    registered: 'agnes-ai',
    chatPath: '/v1/chat/completions',
    model: 'agnes-3.0-flash',
    start: startAgnesServer,
    config: (origin) => ({ providerId: 'agnes-ai', baseUrl: origin, apiKey: agnesKey }),
    listsModels: false,
  },
  {
    ...messages,
    ...common,
    name: 'Agnes in its second protocol',
    registered: 'agnes-ai',
    model: 'agnes-3.0-flash',
    start: startAgnesServer,
    config: (baseUrl) => ({ providerId: 'agnes-ai', baseUrl, apiKey: agnesKey, settings: { mode: 'anthropic' } }),
    showsThinkingWhole: false,
    listsModels: false,
  },
  {
    ...messages,
    ...common,
    name: 'Anthropic',
    registered: 'anthropic',
    model: 'claude-haiku-5-5',
    start: startAnthropicServer,
    config: (baseUrl) => ({ providerId: 'anthropic', baseUrl, apiKey: anthropicKey }),
  },
  {
    ...messages,
    ...common,
    name: 'Anthropic with an old model',
    registered: 'anthropic',
    model: 'claude-haiku-4-5',
    start: startAnthropicServer,
    config: (baseUrl) => ({ providerId: 'anthropic', baseUrl, apiKey: anthropicKey }),
  },
  {
    ...openAi,
    ...common,
    name: 'OpenAI',
    registered: 'openai',
    chatPath: '/v1/chat/completions',
    model: 'gpt-5.6-sol',
    start: startOpenAiServer,
    config: (baseUrl) => ({ providerId: 'openai', baseUrl, apiKey: openAiKey }),
    showsThinking: false,
    showsThinkingWhole: false,
  },
  {
    ...openAi,
    ...common,
    name: 'a server of the user',
    registered: undefined,
    chatPath: '/v1/chat/completions',
    model: 'gpt-4o',
    start: startOpenAiServer,
    config: (origin) => ({ providerId: 'mine', kind: 'custom', baseUrl: `${origin}/v1`, apiKey: openAiKey }),
    showsThinking: false,
    showsThinkingWhole: false,
  },
  {
    ...ollama,
    ...common,
    name: 'Ollama',
    registered: 'ollama',
    model: 'qwen3:8b',
    seeingModel: 'llava:7b',
    start: startOllamaServer,
    config: (baseUrl) => ({ providerId: 'ollama', baseUrl }),
    streamsCalls: false,
    needsKey: false,
  },
];
