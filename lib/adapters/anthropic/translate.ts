import { MetonaErrorCode, MetonaFinishReason } from '@/lib/ir';
import type { AnswerPart } from '../shared/answer-part';
import { readErrorValue } from '../shared/error-body';
import { classifyError } from '../shared/error-classification';
import { type EventTranslator, faultParts, type Parts } from '../shared/event-stream-answer';
import { AnswerBlocks, type OpenBlock } from './answer-blocks';
import type { WireEvent } from './types';
import { UsageCounter } from './usage';

type Fields = Record<string, unknown>;
const nothing: readonly AnswerPart[] = [];

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every other word, known or not, is a natural end; the word itself is kept. */
const finishReasons: Readonly<Record<string, MetonaFinishReason>> = {
  tool_use: MetonaFinishReason.TOOL_CALLS,
  max_tokens: MetonaFinishReason.LENGTH,
  model_context_window_exceeded: MetonaFinishReason.LENGTH,
  refusal: MetonaFinishReason.CONTENT_FILTER,
};

/** Events of one answer, or the whole of it. Blocks may be open side by side; each delta goes to its own. */
export class AnthropicTranslator implements EventTranslator {
  readonly #providerId: string;
  readonly #blocks = new AnswerBlocks();
  readonly #usage = new UsageCounter();
  #stopReason: string | undefined;

  constructor(providerId: string) {
    this.#providerId = providerId;
  }

  /** Nearly every event is a delta: these go without a generator. */
  translate(event: WireEvent): Parts {
    if (event.type !== 'content_block_delta') return this.#translateRare(event);
    return isFields(event.delta) ? this.#translateDelta(event.index, event.delta) : nothing;
  }

  *#translateRare(event: WireEvent): Generator<AnswerPart> {
    switch (event.type) {
      case 'content_block_start':
        if (isFields(event.content_block)) yield* this.#openBlock(event.index, event.content_block);
        return;
      case 'content_block_stop':
        if (typeof event.index === 'number') yield* this.#closeBlock(event.index);
        return;
      case 'message_start':
        if (isFields(event.message)) yield* this.#translateStart(event.message);
        return;
      case 'message_delta':
        if (isFields(event.delta) && typeof event.delta.stop_reason === 'string') {
          this.#stopReason = event.delta.stop_reason;
        }
        yield* this.#translateUsage(event.usage);
        return;
      case 'message_stop':
        yield* this.#stop();
        return;
      case 'message':
        yield* this.#translateMessage(event);
        return;
      default:
        // New kinds of events appear without notice; only an error may not be passed over.
        if (event.error !== undefined && event.error !== null) yield this.#translateError(event);
    }
  }

  *#translateStart(message: Fields): Generator<AnswerPart> {
    if (typeof message.model === 'string' && message.model !== '') yield { type: 'model', model: message.model };
    yield* this.#translateUsage(message.usage);
  }

  *#translateUsage(fields: unknown): Generator<AnswerPart> {
    const usage = isFields(fields) ? this.#usage.update(fields) : undefined;
    if (usage !== undefined) yield { type: 'usage', usage };
  }

  *#openBlock(index: unknown, start: Fields): Generator<AnswerPart> {
    const at = typeof index === 'number' ? index : this.#blocks.indexes().length;
    yield* this.#closeBlock(at);
    const block = this.#blocks.open(at, start);
    if (block.type === 'thinking') yield* this.#say(block, 'reasoning', start.thinking);
    if (block.type === 'text') yield* this.#say(block, 'text', start.text);
    if (block.type !== 'tool_use') return;
    const name = typeof start.name === 'string' ? start.name : '';
    yield { type: 'call_fragments', fragments: [{ index: at, id: block.id, name }] };
  }

  #translateDelta(index: unknown, delta: Fields): readonly AnswerPart[] {
    const block = typeof index === 'number' ? this.#blocks.find(index) : undefined;
    if (block === undefined) return nothing;
    switch (delta.type) {
      case 'text_delta':
        return this.#say(block, 'text', delta.text);
      case 'thinking_delta':
        if (typeof delta.thinking === 'string') block.pieces.push(delta.thinking);
        return this.#say(block, 'reasoning', delta.thinking);
      case 'signature_delta':
        if (typeof delta.signature === 'string') block.signature += delta.signature;
        return nothing;
      case 'input_json_delta':
        if (block.type !== 'tool_use' || typeof delta.partial_json !== 'string' || delta.partial_json === '') {
          return nothing;
        }
        block.startInput = undefined;
        return [{ type: 'call_fragments', fragments: [{ index: Number(index), args: delta.partial_json }] }];
      default:
        return nothing;
    }
  }

  #say(block: OpenBlock, type: 'text' | 'reasoning', delta: unknown): readonly AnswerPart[] {
    if (typeof delta !== 'string' || delta === '') return nothing;
    if (type === 'text') block.textLength += delta.length;
    return [{ type, delta }];
  }

  *#closeBlock(index: number): Generator<AnswerPart> {
    const block = this.#blocks.find(index);
    if (block?.startInput === undefined) return;
    const args = JSON.stringify(block.startInput);
    block.startInput = undefined;
    yield { type: 'call_fragments', fragments: [{ index, args }] };
  }

  *#stop(): Generator<AnswerPart> {
    for (const index of this.#blocks.indexes()) yield* this.#closeBlock(index);
    const state = this.#blocks.state();
    if (state !== undefined) yield { type: 'provider_state', data: state };
    const word = this.#stopReason;
    if (word !== undefined) {
      yield { type: 'finish', reason: finishReasons[word] ?? MetonaFinishReason.STOP, word };
    }
    yield { type: 'end' };
  }

  /** Servers that end like another protocol: good once the reason is known. */
  *translateDone(): Generator<AnswerPart> {
    if (this.#stopReason !== undefined) yield* this.#stop();
  }

  translateWhole(answer: WireEvent): Parts {
    if (answer.type === 'message' || answer.error) return this.translate(answer);
    const message = 'the provider answered with something else than a message';
    const provider = this.#providerId;
    return faultParts({ code: MetonaErrorCode.INVALID_RESPONSE, message, provider, retryable: true });
  }

  *#translateMessage(message: WireEvent): Generator<AnswerPart> {
    yield* this.#translateStart({ model: message.model, usage: message.usage });
    const content: unknown[] = Array.isArray(message.content) ? message.content : [];
    for (const [index, block] of content.entries()) if (isFields(block)) yield* this.#openBlock(index, block);
    if (typeof message.stop_reason === 'string') this.#stopReason = message.stop_reason;
    yield* this.#stop();
  }

  #translateError(event: WireEvent): AnswerPart {
    return { type: 'fault', error: classifyError(readErrorValue(event) ?? {}, this.#providerId) };
  }
}
