import { createAnthropic } from '@ai-sdk/anthropic';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { MetonaResponse } from '@/lib/ir';
import { drive, wireKey } from '@/tests/support/wire/drive-adapter';
import type { WireScript } from '@/tests/support/wire/script';

/** What an answer comes down to, whoever read it. */
export interface Opinion {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly (readonly [name: string, args: unknown])[];
  readonly finish: string;
  readonly usage: Readonly<Record<string, number>> | undefined;
}

export type Speaker = 'openai' | 'deepseek' | 'anthropic';

const models: Readonly<Record<Speaker, string>> = {
  openai: 'gpt-4o',
  deepseek: 'deepseek-flash',
  anthropic: 'claude-opus-5-5',
};

const open: Readonly<Record<Speaker, (fetch: typeof globalThis.fetch) => LanguageModelV4>> = {
  openai: (fetch) => createOpenAI({ apiKey: wireKey, fetch }).chat(models.openai),
  deepseek: (fetch) => createDeepSeek({ apiKey: wireKey, fetch }).languageModel(models.deepseek),
  anthropic: (fetch) => createAnthropic({ apiKey: wireKey, fetch }).languageModel(models.anthropic),
};

function replay({ status, headers, chunks }: WireScript): typeof globalThis.fetch {
  return async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    return new Response(body, { status, headers: { ...headers } });
  };
}

function usageOf(counts: Readonly<Record<string, number | undefined>>): Opinion['usage'] {
  const known = Object.entries(counts).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function wordsOf(parts: readonly LanguageModelV4StreamPart[], type: 'text-delta' | 'reasoning-delta'): string {
  return parts.map((part) => (part.type === type && 'delta' in part ? part.delta : '')).join('');
}

/** How the AI SDK's own package reads a recording. */
export async function theirOpinion(speaker: Speaker, script: WireScript): Promise<Opinion> {
  const model = open[speaker](replay(script));
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];
  const { stream } = await model.doStream({ prompt });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' ? [[part.toolName, JSON.parse(part.input || '{}')] as const] : [],
  );
  const last = parts.find((part) => part.type === 'finish');
  const usage = last?.usage;
  return {
    text: wordsOf(parts, 'text-delta'),
    reasoning: wordsOf(parts, 'reasoning-delta'),
    calls,
    finish: parts.some((part) => part.type === 'error') ? 'error' : (last?.finishReason.unified ?? 'none'),
    usage: usageOf({
      input: usage?.inputTokens.total,
      output: usage?.outputTokens.total,
      reasoning: usage?.outputTokens.reasoning,
      cached: usage?.inputTokens.cacheRead,
    }),
  };
}

const finishes: Readonly<Record<MetonaResponse['finishReason'], string>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'content-filter',
  error: 'error',
};

/** How our own adapter reads it. */
export async function ourOpinion(speaker: Speaker, script: WireScript): Promise<Opinion> {
  const { response, events } = await drive(speaker, script, { request: { model: models[speaker] } });
  const usage = events.find((event) => event.type === 'usage')?.usage;
  return {
    text: response.content,
    reasoning: response.reasoningContent ?? '',
    calls: (response.toolCalls ?? []).map(({ name, args }) => [name, args] as const),
    finish: finishes[response.finishReason],
    usage: usageOf({
      input: usage?.inputTokens,
      output: usage?.outputTokens,
      reasoning: usage?.reasoningTokens,
      cached: usage?.cacheHitTokens,
    }),
  };
}
