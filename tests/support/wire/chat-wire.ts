import type { BridgeWire, FinishKind } from './bridge-wire';
import { checkOpenAiBody, type OpenAiRules } from './check-openai-body';
import { calls, completion, data, delta, done, finish, fragment, opening, usageOf } from './openai-bytes';
import { eventStream, jsonBody, type WireScript } from './script';

type Fields = Record<string, unknown>;

export const chatUsage = usageOf(30, 12, {
  prompt_tokens_details: { cached_tokens: 20 },
  completion_tokens_details: { reasoning_tokens: 5 },
});

export interface ChatForms {
  readonly reasoning: (text: string) => Fields;
  /** The finish, with the usage where this provider puts it. */
  readonly finishing: (word: string) => readonly string[];
  readonly words?: Partial<Record<FinishKind, string>>;
  readonly error?: (code: string, message: string) => Fields;
}

/** Chat completions as one provider writes them. */
export function createChatWire({ reasoning, finishing, words = {}, error }: ChatForms): BridgeWire {
  const word = (kind: FinishKind) => words[kind] ?? (kind === 'strange' ? 'resting' : kind);
  return {
    start: [': keep-alive\n\n', delta({ role: 'assistant', content: '' })],
    text: (text) => delta({ content: text }),
    reasoning: (text) => delta(reasoning(text)),
    call: ([index, id, name], first = '', ...rest) => [
      calls(opening([index, id, name, first])),
      ...rest.map((args) => calls(fragment(index, args))),
    ],
    finish: (kind) => finishing(word(kind)),
    word,
    error: (code, message) => data(error?.(code, message) ?? { error: { message, type: 'provider_error', code } }),
    end: [done],
  };
}

export const finishPlain = (word: string): readonly string[] => [finish(word, { usage: chatUsage })];

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

export interface ChatDialect extends OpenAiRules {
  readonly wire: BridgeWire;
  /** The reasoning of an answer that is not streamed. */
  readonly whole: (thinking: string, text: string) => Fields;
  readonly callId: (count: number) => string;
  readonly knownFields: readonly string[];
}

const commonFields = [
  ...['model', 'messages', 'stream', 'max_tokens', 'temperature', 'top_p', 'stop', 'tools', 'tool_choice'],
  ...['response_format', 'reasoning_effort'],
];

/** What these providers take beside plain text: instructions and thinking in parts, calls without words. */
function plainMessage(message: Fields): Fields {
  const mayHoldParts = message.role === 'assistant' || message.role === 'system';
  const isCall = message.tool_calls !== undefined && (message.content ?? null) === null;
  return isCall || (mayHoldParts && Array.isArray(message.content)) ? { ...message, content: '' } : message;
}

export function checkChatBody(body: Fields, dialect: ChatDialect): string | undefined {
  const stray = Object.keys(body).find((key) => !commonFields.includes(key) && !dialect.knownFields.includes(key));
  if (stray !== undefined) return `property '${stray}' is unsupported`;
  const messages = listOf(body.messages).map(plainMessage);
  return checkOpenAiBody({ ...body, messages, stream: body.stream ?? false }, dialect);
}

/** Thinks, calls the first offered tool once per user message, then answers. */
export function answerChat(body: Fields, { wire, whole, callId }: ChatDialect): WireScript {
  const messages = listOf(body.messages);
  if (body.stream !== true) {
    return jsonBody({ ...completion(whole('Let me see.', 'Hello there.'), 'stop'), usage: chatUsage });
  }
  const thinking = [wire.reasoning('Let me '), wire.reasoning('see.')];
  const tool = listOf(body.tools)[0]?.function as Fields | undefined;
  if (tool !== undefined && messages.at(-1)?.role === 'user') {
    const call = wire.call([0, callId(messages.length), String(tool.name)], '', '{"q":', '"map"}');
    return eventStream(...wire.start, ...thinking, ...call, ...wire.finish('tool_calls'), ...wire.end);
  }
  const text = [wire.text('Hello '), wire.text('there.')];
  return eventStream(...wire.start, ...thinking, ...text, ...wire.finish('stop'), ...wire.end);
}
