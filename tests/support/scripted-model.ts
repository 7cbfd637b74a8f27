import { setTimeout as delay } from 'node:timers/promises';
import {
  emptyUsage,
  type IMetonaProviderAdapter,
  MetonaFailure,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
  type MetonaToolCall,
} from '@/lib/ir';

/** What the model does in one step. */
export interface ScriptedStep {
  readonly thinking?: string;
  readonly text?: string;
  /** A call with `broken` argument text comes as adapters give it: no arguments, the text, and what is wrong. */
  readonly calls?: readonly { name: string; args?: Record<string, unknown>; broken?: string }[];
  /** The answer ends at the length limit, in the middle of its first call if it has any. */
  readonly isCut?: boolean;
  /** Goes on although it was told to stop. */
  readonly isDeaf?: boolean;
  readonly usage?: { inputTokens: number; outputTokens: number };
  /** Pieces the text is cut into. */
  readonly pieces?: number;
  /** ms between two pieces. */
  readonly pauseMs?: number;
  /** Never ends by itself. */
  readonly hangs?: boolean;
  readonly fails?: MetonaResponse['error'];
  /** What each attempt at this step brings; the last holds for those after it. */
  readonly tries?: readonly ScriptedStep[];
  /** What a model of this name does instead. */
  readonly models?: Readonly<Record<string, ScriptedStep>>;
}

type Bare = MetonaStreamEvent extends infer E
  ? E extends MetonaStreamEvent
    ? Omit<E, 'requestId' | 'sessionId' | 'iteration' | 'seq' | 'timestamp'>
    : never
  : never;

/** A script as the input of a run, for a model that reads it there. */
export function scriptOf(steps: readonly ScriptedStep[]): string {
  return JSON.stringify(steps);
}

/** A model that plays the script it finds in the user's message; anything else it answers with a word. */
export function scriptReader(): ScriptedModel {
  return new ScriptedModel((request) => {
    const asked = request.messages.findLast((message) => message.role === 'user')?.content ?? '';
    const steps = asked.startsWith('[') ? (JSON.parse(asked) as ScriptedStep[]) : [{ text: 'well' }];
    return steps[Math.min(request.meta.iteration, steps.length) - 1] ?? {};
  });
}

let minted = 0;

function pieces(text: string, count: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / count));
  return text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
}

/** A model that follows a script, one entry per step of a run; remembers what it was asked. */
export class ScriptedModel implements IMetonaProviderAdapter {
  readonly providerId = 'scripted';
  readonly supportedModels = ['script-1'];
  readonly requests: MetonaRequest[] = [];
  readonly aborted: string[] = [];
  readonly #steps: (request: MetonaRequest) => ScriptedStep;
  readonly #tried = new Map<string, number>();

  constructor(steps: readonly ScriptedStep[] | ((request: MetonaRequest) => ScriptedStep)) {
    this.#steps =
      typeof steps === 'function'
        ? steps
        : (request) => steps[Math.min(request.meta.iteration, steps.length) - 1] ?? {};
  }

  getContextWindow = (model: string) => (model.startsWith('tiny') ? 10 : 100_000);
  healthCheck = async () => true;
  listModels = async () => [];
  send = async (): Promise<MetonaResponse> => {
    throw new MetonaFailure({ code: 'invalid_request', message: 'the script only streams', retryable: false });
  };

  async sendStream(
    request: MetonaRequest,
    onEvent: (event: MetonaStreamEvent) => void,
    options?: { signal?: AbortSignal },
  ): Promise<MetonaResponse> {
    this.requests.push(structuredClone(request));
    const step = this.#attempt(request, this.#steps(request));
    let seq = 0;
    const { requestId, sessionId, iteration } = request.meta;
    const emit = (event: Bare) => {
      onEvent({ ...event, requestId, sessionId, iteration, seq, timestamp: Date.now() } as MetonaStreamEvent);
      seq += 1;
    };
    const said = { content: '', reasoning: '' };
    try {
      await this.#speak(step, { emit, said, signal: step.isDeaf ? undefined : options?.signal });
    } catch {
      this.aborted.push(requestId);
      const error = { code: 'user_aborted', message: 'aborted', retryable: false } as const;
      emit({ type: 'error', error });
      return this.#response(request, { ...said, error });
    }
    if (step.fails) {
      emit({ type: 'error', error: step.fails });
      return this.#response(request, { ...said, error: step.fails });
    }
    const calls = this.#calls(step, iteration);
    for (const [index, { id, name, args }] of calls.entries()) {
      emit({ type: 'tool_call_delta', toolCallDelta: { index, id, name, argsDelta: JSON.stringify(args) } });
    }
    const whole = step.isCut ? [] : calls;
    for (const toolCall of whole) emit({ type: 'tool_call_complete', toolCall });
    const { inputTokens, outputTokens } = step.usage ?? { inputTokens: 10, outputTokens: 5 };
    const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
    const finishReason = step.isCut ? 'length' : whole.length > 0 ? 'tool_calls' : 'stop';
    emit({ type: 'usage', usage });
    emit({ type: 'done', finishReason });
    return { ...this.#response(request, said), usage, finishReason, ...(whole.length > 0 && { toolCalls: whole }) };
  }

  #attempt(request: MetonaRequest, step: ScriptedStep): ScriptedStep {
    const own = step.models?.[request.model] ?? step;
    if (!own.tries) return own;
    const key = JSON.stringify([request.meta.runId, request.meta.iteration, request.model]);
    const tried = this.#tried.get(key) ?? 0;
    this.#tried.set(key, tried + 1);
    return own.tries[Math.min(tried, own.tries.length - 1)] ?? own;
  }

  async #speak(
    step: ScriptedStep,
    of: { emit: (event: Bare) => void; said: { content: string; reasoning: string }; signal?: AbortSignal | undefined },
  ): Promise<void> {
    if (step.thinking) {
      of.emit({ type: 'thinking_start' });
      of.emit({ type: 'reasoning_delta', delta: step.thinking });
      of.said.reasoning = step.thinking;
      of.emit({ type: 'thinking_end' });
    }
    for (const delta of pieces(step.text ?? '', step.pieces ?? 1)) {
      of.emit({ type: 'text_delta', delta });
      of.said.content += delta;
      if (step.pauseMs) await delay(step.pauseMs, undefined, { signal: of.signal });
      of.signal?.throwIfAborted();
    }
    if (step.hangs) await delay(600_000, undefined, { signal: of.signal });
  }

  #calls(step: ScriptedStep, iteration: number): MetonaToolCall[] {
    return (step.calls ?? []).map(({ name, args = {}, broken }) => {
      minted += 1;
      const call = { id: `tc_${process.pid}_${minted}`, name, args, iteration, timestamp: Date.now() };
      return broken === undefined ? call : { ...call, rawArgs: broken, parseError: `no JSON: ${broken}` };
    });
  }

  #response(
    request: MetonaRequest,
    of: { content: string; reasoning: string; error?: MetonaResponse['error'] },
  ): MetonaResponse {
    return {
      meta: {
        requestId: request.meta.requestId,
        provider: this.providerId,
        model: request.model,
        latencyMs: 1,
        timestamp: Date.now(),
      },
      content: of.content,
      ...(of.reasoning !== '' && { reasoningContent: of.reasoning }),
      usage: emptyUsage(),
      finishReason: of.error ? 'error' : 'stop',
      ...(of.error && { error: of.error }),
    };
  }
}
