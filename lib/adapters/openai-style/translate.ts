import { type MetonaError, MetonaErrorCode, MetonaFinishReason, type MetonaTokenUsage } from '@/lib/ir';
import type { AnswerPart } from '../shared/answer-part';
import { readErrorValue } from '../shared/error-body';
import { classifyError } from '../shared/error-classification';
import type { EventTranslator, Parts } from '../shared/event-stream-answer';
import type { ToolCallFragment } from '../shared/tool-call-buffer';
import type { WireChunk, WireDelta } from './types';

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

function nested(value: unknown, key: string): number | undefined {
  return isFields(value) ? count(value[key]) : undefined;
}

/** Where hit and miss are reported they add up to the prompt; the detail field repeats the hit. */
function translateUsage(usage: Fields): MetonaTokenUsage {
  const inputTokens = count(usage.prompt_tokens) ?? 0;
  const outputTokens = count(usage.completion_tokens) ?? 0;
  const reasoningTokens = nested(usage.completion_tokens_details, 'reasoning_tokens');
  const hit = count(usage.prompt_cache_hit_tokens) ?? nested(usage.prompt_tokens_details, 'cached_tokens');
  const miss =
    count(usage.prompt_cache_miss_tokens) ?? (hit === undefined ? undefined : Math.max(0, inputTokens - hit));
  const written = nested(usage.prompt_tokens_details, 'cache_write_tokens');
  return {
    inputTokens,
    outputTokens,
    totalTokens: count(usage.total_tokens) ?? inputTokens + outputTokens,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(hit !== undefined && { cacheHitTokens: hit }),
    ...(miss !== undefined && { cacheMissTokens: miss }),
    ...(written !== undefined && { cacheWriteTokens: written }),
  };
}

/** Text of a string, or of the parts that some servers send instead. */
function textOf(value: unknown, kind: 'text' | 'thinking'): string {
  if (typeof value === 'string') return kind === 'text' ? value : '';
  if (!Array.isArray(value)) return '';
  return value.map((part) => (isFields(part) && part.type === kind ? partText(part[kind]) : '')).join('');
}

function partText(value: unknown): string {
  return typeof value === 'string' ? value : textOf(value, 'text');
}

function reasoningOf(delta: WireDelta): string {
  const { reasoning_content: content, reasoning } = delta;
  if (typeof content === 'string' && content !== '') return content;
  return typeof reasoning === 'string' && reasoning !== '' ? reasoning : textOf(delta.content, 'thinking');
}

function fragmentOf(entry: unknown): ToolCallFragment | undefined {
  if (!isFields(entry)) return undefined;
  const inner = isFields(entry.function) ? entry.function : {};
  const args = isFields(inner.arguments) ? JSON.stringify(inner.arguments) : inner.arguments;
  return {
    ...(typeof entry.index === 'number' && { index: entry.index }),
    ...(typeof entry.id === 'string' && { id: entry.id }),
    ...(typeof inner.name === 'string' && { name: inner.name }),
    ...(typeof args === 'string' && { args }),
  };
}

const finishReasons: Readonly<Record<string, MetonaFinishReason>> = {
  stop: MetonaFinishReason.STOP,
  length: MetonaFinishReason.LENGTH,
  tool_calls: MetonaFinishReason.TOOL_CALLS,
  function_call: MetonaFinishReason.TOOL_CALLS,
  content_filter: MetonaFinishReason.CONTENT_FILTER,
};

const failedFinishes: Readonly<Record<string, Pick<MetonaError, 'code' | 'message'>>> = {
  insufficient_system_resource: {
    code: MetonaErrorCode.MODEL_OVERLOADED,
    message: 'the provider ran out of resources while answering',
  },
  aborted: { code: MetonaErrorCode.INVALID_RESPONSE, message: 'the provider broke the answer off' },
  abort: { code: MetonaErrorCode.INVALID_RESPONSE, message: 'the provider broke the answer off' },
  error: { code: MetonaErrorCode.INVALID_RESPONSE, message: 'the provider reported that the answer failed' },
};

/** Chunks of one answer, or the whole of it in one. */
export class OpenAiTranslator implements EventTranslator {
  readonly #providerId: string;
  #hasRefused = false;
  #model: string | undefined;

  constructor(providerId: string) {
    this.#providerId = providerId;
  }

  translate(chunk: WireChunk): AnswerPart[] {
    const failure = chunk.error === undefined || chunk.error === null ? undefined : readErrorValue(chunk);
    if (failure !== undefined) return [{ type: 'fault', error: classifyError(failure, this.#providerId) }];
    const parts: AnswerPart[] = [];
    if (typeof chunk.model === 'string' && chunk.model !== '' && chunk.model !== this.#model) {
      this.#model = chunk.model;
      parts.push({ type: 'model', model: chunk.model });
    }
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    const delta = isFields(choice) ? (choice.delta ?? choice.message) : undefined;
    if (isFields(delta)) this.#translateDelta(delta, parts);
    if (isFields(chunk.usage)) parts.push({ type: 'usage', usage: translateUsage(chunk.usage) });
    if (isFields(choice) && typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
      parts.push(this.#translateFinish(choice.finish_reason));
    }
    return parts;
  }

  translateWhole(answer: WireChunk): Parts {
    return [...this.translate(answer), { type: 'end' }];
  }

  translateDone(): Parts {
    return [{ type: 'end' }];
  }

  #translateDelta(delta: WireDelta, parts: AnswerPart[]): void {
    const reasoning = reasoningOf(delta);
    if (reasoning !== '') parts.push({ type: 'reasoning', delta: reasoning });
    const text = textOf(delta.content, 'text');
    if (text !== '') parts.push({ type: 'text', delta: text });
    if (typeof delta.refusal === 'string' && delta.refusal !== '') {
      this.#hasRefused = true;
      parts.push({ type: 'text', delta: delta.refusal });
    }
    if (!Array.isArray(delta.tool_calls)) return;
    const fragments = delta.tool_calls.map(fragmentOf).filter((fragment) => fragment !== undefined);
    if (fragments.length > 0) parts.push({ type: 'call_fragments', fragments });
  }

  #translateFinish(word: string): AnswerPart {
    const failed = failedFinishes[word];
    if (failed !== undefined) {
      const error = { ...failed, provider: this.#providerId, providerCode: word, retryable: true };
      return { type: 'fault', error };
    }
    const reason = this.#hasRefused
      ? MetonaFinishReason.CONTENT_FILTER
      : (finishReasons[word] ?? MetonaFinishReason.STOP);
    return { type: 'finish', reason, word };
  }
}
