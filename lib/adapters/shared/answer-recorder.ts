import {
  emptyUsage,
  type MetonaError,
  MetonaFinishReason,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
  type MetonaToolCall,
  type MetonaToolCallDelta,
} from '@/lib/ir';
import type { AnswerPart } from './answer-part';
import type { KeyRedaction } from './key-redaction';
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

  setProviderRequestId(id: string | null): void {
    if (id !== null) this.#facts.providerRequestId = id;
  }

  accept(part: RecordedPart): void {
    if (this.#final !== undefined) return;
    switch (part.type) {
      case 'text':
        return this.#acceptText(part.delta);
      case 'reasoning':
        return this.#acceptReasoning(part.delta);
      case 'call_fragments':
        return this.#acceptCalls(() => this.#calls.accept(part.fragments));
      case 'whole_call':
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
      case 'finish':
        this.#finish = part.reason;
        if (part.word !== undefined) this.#facts.rawFinishReason = part.word;
    }
  }

  /** Ends the attempt well. Once it has ended, either way, the first ending stands. */
  succeed(): MetonaResponse {
    if (this.#final !== undefined) return this.#final;
    this.#settleText();
    const wanted = this.#finish ?? MetonaFinishReason.STOP;
    // A cut or filtered answer may hold half a call: none of its calls may run.
    const mayCall = wanted === MetonaFinishReason.STOP || wanted === MetonaFinishReason.TOOL_CALLS;
    this.#showCalls(this.#calls.flush());
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
    this.#settleText();
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

  #acceptText(delta: string): void {
    if (delta === '') return;
    this.#hasContent = true;
    this.#closeThinking();
    this.#showText(this.#textRedaction.push(delta));
  }

  #acceptReasoning(delta: string): void {
    if (delta === '') return;
    this.#hasContent = true;
    this.#showText(this.#textRedaction.flush());
    if (!this.#isThinking) this.#emit({ type: 'thinking_start' });
    this.#isThinking = true;
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
    const content = this.#text.join('');
    return {
      meta: {
        requestId: this.#context.request.meta.requestId,
        provider: this.#context.providerId,
        model: this.#model,
        latencyMs: Math.max(0, timestamp - this.#startedAt),
        timestamp,
        ...this.#facts,
      },
      content,
      ...(this.#reasoning.length > 0 && { reasoningContent: this.#reasoning.join('') }),
      ...this.#structuredOutput(content),
      ...(this.#toolCalls.length > 0 && { toolCalls: this.#toolCalls }),
      usage: this.#usage ?? emptyUsage(),
      finishReason: this.#finish ?? MetonaFinishReason.STOP,
      ...(this.#error !== undefined && { error: this.#error }),
    };
  }

  #structuredOutput(content: string): Pick<MetonaResponse, 'structuredOutput'> {
    if (this.#context.request.responseFormat === undefined || this.#finish !== MetonaFinishReason.STOP) return {};
    try {
      return { structuredOutput: JSON.parse(content) };
    } catch {
      return {};
    }
  }
}
