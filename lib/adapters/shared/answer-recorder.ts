import {
  emptyUsage,
  type MetonaError,
  MetonaErrorCode,
  MetonaFinishReason,
  type MetonaProviderState,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
  type MetonaToolCall,
  type MetonaToolCallDelta,
} from '@/lib/ir';
import type { AnswerPart } from './answer-part';
import { AnswerText, type TextConventions, type TextPart } from './answer-text';
import type { KeyRedaction } from './key-redaction';
import { readStructuredOutput } from './structured-output';
import { ToolCallBuffer } from './tool-call-buffer';
import type { ToolNameCodec } from './tool-name-codec';

type Facts = Pick<MetonaResponse['meta'], 'perfStats' | 'rawFinishReason' | 'providerRequestId'>;
type WithoutEnvelope<E> = E extends MetonaStreamEvent
  ? Omit<E, 'requestId' | 'sessionId' | 'iteration' | 'seq' | 'timestamp' | 'runId'>
  : never;
type EventBody = WithoutEnvelope<MetonaStreamEvent>;

/** `fault` and `end` are decisions about the whole attempt, not for the recorder. */
export type RecordedPart = Exclude<AnswerPart, { type: 'fault' | 'end' }>;

export interface AnswerRecorderContext {
  readonly request: MetonaRequest;
  readonly providerId: string;
  readonly now: () => number;
  readonly mintId: () => string;
  readonly codec: ToolNameCodec;
  readonly redaction: KeyRedaction;
  readonly onEvent: (event: MetonaStreamEvent) => void;
}

/**
 * The one place that turns parts into events and into the response that equals them: envelope and order, paired
 * thinking, calls only at a good end, one terminal event and nothing after it.
 */
export class AnswerRecorder {
  readonly #context: AnswerRecorderContext;
  readonly #startedAt: number;
  readonly #calls: ToolCallBuffer;
  #answerText: AnswerText | undefined;
  readonly #textRedaction;
  readonly #reasoningRedaction;
  readonly #text: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #facts: Facts = {};
  #toolCalls: MetonaToolCall[] = [];
  #seq = 0;
  #isThinking = false;
  #final: MetonaResponse | undefined;
  #model: string;
  #usage: MetonaResponse['usage'] | undefined;
  #finish: MetonaFinishReason | undefined;
  #error: MetonaError | undefined;
  #providerState: MetonaProviderState | undefined;
  #structuredOutput: unknown;
  #hasContent = false;

  constructor(context: AnswerRecorderContext) {
    this.#context = context;
    this.#startedAt = context.now();
    this.#model = context.request.model;
    this.#textRedaction = context.redaction.stream();
    this.#reasoningRedaction = context.redaction.stream();
    this.#calls = new ToolCallBuffer(context);
  }

  get hasFinish(): boolean {
    return this.#finish !== undefined;
  }

  get hasContent(): boolean {
    return this.#hasContent;
  }

  get isThinking(): boolean {
    return this.#isThinking;
  }

  /** Before the first part. */
  readTextAs(conventions: TextConventions): void {
    this.#answerText = new AnswerText(conventions);
  }

  setProviderRequestId(id: string | null): void {
    if (id !== null) this.#facts.providerRequestId = id;
  }

  accept(part: RecordedPart): void {
    if (this.#final !== undefined) return;
    switch (part.type) {
      case 'text':
        this.#hasContent ||= part.delta !== '';
        if (this.#answerText === undefined) return this.#acceptText(part.delta);
        this.#acceptAll(this.#answerText.push(part.delta));
        if (this.#answerText.isPlain) this.#answerText = undefined;
        return;
      case 'reasoning':
        this.#flushAnswerText();
        return this.#acceptReasoning(part.delta);
      case 'call_fragments':
        this.#flushAnswerText();
        return this.#acceptCalls(() => this.#calls.accept(part.fragments));
      case 'whole_call':
        this.#flushAnswerText();
        return this.#acceptCalls(() => {
          this.#calls.addWhole(part.call);
          return [];
        });
      case 'usage':
        this.#usage = part.usage;
        return;
      case 'performance':
        this.#facts.perfStats = part.stats;
        return;
      case 'model':
        this.#model = part.model;
        return;
      case 'provider_state':
        this.#keepState(part.data);
        return;
      case 'finish':
        this.#finish = part.reason;
        if (part.word !== undefined) this.#facts.rawFinishReason = part.word;
    }
  }

  /** Ends the attempt well. Once it has ended, either way, the first ending stands. */
  succeed(): MetonaResponse {
    if (this.#final !== undefined) return this.#final;
    this.#flushAnswerText();
    this.#settleText();
    const wanted = this.#finish ?? MetonaFinishReason.STOP;
    // A cut or filtered answer may hold half a call: none of its calls may run.
    const mayCall = wanted === MetonaFinishReason.STOP || wanted === MetonaFinishReason.TOOL_CALLS;
    this.#showCalls(this.#calls.flush());
    const problem = mayCall && this.#calls.size === 0 ? this.#readStructuredOutput() : undefined;
    if (problem !== undefined) return this.fail(problem);
    if (mayCall) this.#completeCalls();
    this.#finish = !mayCall
      ? wanted
      : this.#toolCalls.length > 0
        ? MetonaFinishReason.TOOL_CALLS
        : MetonaFinishReason.STOP;
    if (this.#usage !== undefined) this.#emit({ type: 'usage', usage: this.#usage });
    this.#emit({ type: 'done', finishReason: this.#finish });
    this.#final = this.#response();
    return this.#final;
  }

  fail(error: MetonaError): MetonaResponse {
    if (this.#final !== undefined) return this.#final;
    this.#flushAnswerText();
    this.#settleText();
    this.#providerState = undefined;
    this.#finish = MetonaFinishReason.ERROR;
    this.#error = {
      ...error,
      message: this.#context.redaction.text(error.message),
      provider: this.#context.providerId,
    };
    this.#emit({ type: 'error', error: this.#error });
    this.#final = this.#response();
    return this.#final;
  }

  #acceptAll(parts: readonly TextPart[]): void {
    for (const part of parts) {
      if (part.type === 'text') this.#acceptText(part.delta);
      else if (part.type === 'reasoning') this.#acceptReasoning(part.delta);
      else this.#acceptCalls(() => this.#calls.accept(part.fragments));
    }
  }

  #flushAnswerText(): void {
    if (this.#answerText !== undefined) this.#acceptAll(this.#answerText.flush());
  }

  #acceptText(delta: string): void {
    if (delta === '') return;
    this.#closeThinking();
    this.#showText(this.#textRedaction.push(delta));
  }

  #acceptReasoning(delta: string): void {
    if (delta === '') return;
    this.#hasContent = true;
    if (!this.#isThinking) {
      this.#showText(this.#textRedaction.flush());
      this.#emit({ type: 'thinking_start' });
      this.#isThinking = true;
    }
    this.#showReasoning(this.#reasoningRedaction.push(delta));
  }

  #acceptCalls(add: () => MetonaToolCallDelta[]): void {
    this.#hasContent = true;
    this.#settleText();
    this.#showCalls(add());
  }

  #settleText(): void {
    this.#closeThinking();
    this.#showText(this.#textRedaction.flush());
  }

  #closeThinking(): void {
    if (!this.#isThinking) return;
    this.#showReasoning(this.#reasoningRedaction.flush());
    this.#isThinking = false;
    this.#emit({ type: 'thinking_end' });
  }

  #showText(delta: string): void {
    if (delta === '') return;
    this.#text.push(delta);
    this.#emit({ type: 'text_delta', delta });
  }

  #showReasoning(delta: string): void {
    if (delta === '') return;
    this.#reasoning.push(delta);
    this.#emit({ type: 'reasoning_delta', delta });
  }

  #showCalls(deltas: readonly MetonaToolCallDelta[]): void {
    for (const toolCallDelta of deltas) this.#emit({ type: 'tool_call_delta', toolCallDelta });
  }

  #completeCalls(): void {
    const { iteration } = this.#context.request.meta;
    this.#toolCalls = this.#calls.complete().map((call) => ({ ...call, iteration, timestamp: this.#context.now() }));
    for (const toolCall of this.#toolCalls) this.#emit({ type: 'tool_call_complete', toolCall });
  }

  #emit(body: EventBody): void {
    const { requestId, sessionId, iteration, runId } = this.#context.request.meta;
    const seq = this.#seq;
    this.#seq += 1;
    const timestamp = this.#context.now();
    this.#context.onEvent(
      runId === undefined
        ? { ...body, requestId, sessionId, iteration, seq, timestamp }
        : { ...body, requestId, sessionId, iteration, seq, timestamp, runId },
    );
  }

  #response(): MetonaResponse {
    const timestamp = this.#context.now();
    return {
      meta: {
        requestId: this.#context.request.meta.requestId,
        provider: this.#context.providerId,
        model: this.#model,
        latencyMs: Math.max(0, timestamp - this.#startedAt),
        timestamp,
        ...this.#facts,
      },
      content: this.#text.join(''),
      ...(this.#reasoning.length > 0 && { reasoningContent: this.#reasoning.join('') }),
      ...(this.#structuredOutput !== undefined && { structuredOutput: this.#structuredOutput }),
      ...(this.#toolCalls.length > 0 && { toolCalls: this.#toolCalls }),
      usage: this.#usage ?? emptyUsage(),
      finishReason: this.#finish ?? MetonaFinishReason.STOP,
      ...(this.#error !== undefined && { error: this.#error }),
      ...(this.#providerState !== undefined && { providerState: this.#providerState }),
    };
  }

  /** It names the model that was asked: what answered may call itself something longer. */
  #keepState(data: unknown): void {
    const { request, redaction, providerId } = this.#context;
    const text = JSON.stringify(data);
    const redactor = redaction.stream();
    // State must stay as it is; one that quotes the key is not kept at all.
    const isClean = redactor.push(text) + redactor.flush() === text;
    this.#providerState = isClean ? { provider: providerId, model: request.model, data } : undefined;
  }

  #readStructuredOutput(): MetonaError | undefined {
    const { request, providerId } = this.#context;
    if (request.responseFormat === undefined) return undefined;
    const output = readStructuredOutput(this.#text.join(''), request.responseFormat);
    if ('value' in output) {
      this.#structuredOutput = output.value;
      return undefined;
    }
    const { problem: message } = output;
    return { code: MetonaErrorCode.INVALID_RESPONSE, message, provider: providerId, retryable: true };
  }
}
