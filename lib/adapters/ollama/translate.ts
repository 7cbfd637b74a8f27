import {
  type MetonaError,
  MetonaErrorCode,
  MetonaFinishReason,
  type MetonaPerfStats,
  type MetonaTokenUsage,
} from '@/lib/ir';
import type { AnswerPart } from '../shared/answer-part';
import { readErrorValue } from '../shared/error-body';
import { classifyError } from '../shared/error-classification';
import type { ToolCallFragment } from '../shared/tool-call-buffer';
import { type PromptSize, wasCut } from './prompt-size';
import type { WireLine } from './types';

type Fields = Record<string, unknown>;
const nanosecondsPerMs = 1e6;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Counts of zero are left out on the wire; without any count nothing was reported. */
function translateUsage(line: WireLine): MetonaTokenUsage | undefined {
  const input = amount(line.prompt_eval_count);
  const output = amount(line.eval_count);
  if (input === undefined && output === undefined) return undefined;
  const inputTokens = Math.round(input ?? 0);
  const outputTokens = Math.round(output ?? 0);
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

function translatePerformance(line: WireLine): MetonaPerfStats | undefined {
  const load = amount(line.load_duration);
  const prompt = amount(line.prompt_eval_duration);
  const generation = amount(line.eval_duration);
  const tokens = amount(line.eval_count);
  const stats: MetonaPerfStats = {
    ...(load !== undefined && { loadDurationMs: load / nanosecondsPerMs }),
    ...(prompt !== undefined && { promptEvalDurationMs: prompt / nanosecondsPerMs }),
    ...(generation !== undefined && { evalDurationMs: generation / nanosecondsPerMs }),
    ...(tokens !== undefined && generation && { tokensPerSecond: tokens / (generation / 1e9) }),
  };
  return Object.keys(stats).length > 0 ? stats : undefined;
}

function translateCall(entry: unknown): ToolCallFragment | undefined {
  if (!isFields(entry) || !isFields(entry.function)) return undefined;
  const { name, arguments: args } = entry.function;
  return {
    ...(typeof entry.id === 'string' && { id: entry.id }),
    name: typeof name === 'string' ? name : '',
    args: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
  };
}

const idleReasons = new Set(['load', 'unload']);

/** What the answer is read for. */
export interface OllamaQuestion {
  readonly providerId: string;
  readonly prompt: PromptSize | undefined;
}

/** Lines of one answer. Calls come whole and in any line; every entry is a call of its own, whatever its index says. */
export class OllamaTranslator {
  readonly #providerId: string;
  readonly #prompt: PromptSize | undefined;
  #hasContent = false;

  constructor({ providerId, prompt }: OllamaQuestion) {
    this.#providerId = providerId;
    this.#prompt = prompt;
  }

  translate(line: WireLine): AnswerPart[] {
    if (line.error !== undefined && line.error !== null) return [{ type: 'fault', error: this.#translateError(line) }];
    const parts: AnswerPart[] = [];
    if (typeof line.model === 'string' && line.model !== '' && line.done === true)
      parts.push({ type: 'model', model: line.model });
    if (isFields(line.message)) this.#translateMessage(line.message, parts);
    if (line.done === true) parts.push(...this.#translateEnd(line));
    return parts;
  }

  #translateMessage(message: Fields, parts: AnswerPart[]): void {
    const before = parts.length;
    if (typeof message.thinking === 'string' && message.thinking !== '') {
      parts.push({ type: 'reasoning', delta: message.thinking });
    }
    if (typeof message.content === 'string' && message.content !== '') {
      parts.push({ type: 'text', delta: message.content });
    }
    const entries: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
    for (const entry of entries) {
      const call = translateCall(entry);
      if (call !== undefined) parts.push({ type: 'whole_call', call });
    }
    this.#hasContent ||= parts.length > before;
  }

  *#translateEnd(line: WireLine): Generator<AnswerPart> {
    const word = typeof line.done_reason === 'string' && line.done_reason !== '' ? line.done_reason : undefined;
    if (word !== undefined && idleReasons.has(word)) {
      yield {
        type: 'fault',
        error: this.#invalid('the server loaded the model but had nothing to answer', { word, retryable: false }),
      };
      return;
    }
    if (word === undefined && !this.#hasContent) {
      yield {
        type: 'fault',
        error: this.#invalid('the server ended the answer without a reason', { retryable: true }),
      };
      return;
    }
    const counted = amount(line.prompt_eval_count);
    if (this.#prompt && counted !== undefined && wasCut(this.#prompt, counted)) {
      yield { type: 'fault', error: this.#cutPrompt(this.#prompt) };
      return;
    }
    const usage = translateUsage(line);
    if (usage !== undefined) yield { type: 'usage', usage };
    const stats = translatePerformance(line);
    if (stats !== undefined) yield { type: 'performance', stats };
    const reason = word === 'length' ? MetonaFinishReason.LENGTH : MetonaFinishReason.STOP;
    yield { type: 'finish', reason, ...(word !== undefined && { word }) };
    yield { type: 'end' };
  }

  /** An answer to half of a conversation is none; what was dropped may have been the instructions. */
  #cutPrompt({ window }: PromptSize): MetonaError {
    return {
      code: MetonaErrorCode.CONTEXT_LENGTH_EXCEEDED,
      message: `the server dropped the beginning of a conversation longer than the context length of ${window} tokens`,
      provider: this.#providerId,
      providerCode: 'prompt_cut',
      retryable: false,
    };
  }

  #translateError(line: WireLine): MetonaError {
    const details = readErrorValue(line) ?? {};
    return { ...classifyError(details, this.#providerId), providerCode: details.code ?? 'ollama_stream_error' };
  }

  #invalid(message: string, { word, retryable }: { word?: string; retryable: boolean }): MetonaError {
    const provider = this.#providerId;
    return {
      code: MetonaErrorCode.INVALID_RESPONSE,
      message,
      provider,
      retryable,
      ...(word !== undefined && { providerCode: word }),
    };
  }
}
