import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { MetonaErrorCode, MetonaFinishReason } from '@/lib/ir';
import type { AnswerPart } from '../shared/answer-part';
import { classifyError } from '../shared/error-classification';
import { StateRecorder } from './provider-state';
import { describeSdkError, type ErrorContext, isHarmless, reportedError } from './sdk-error';
import { translateUsage } from './usage';

type FinishPart = Pick<Extract<LanguageModelV4StreamPart, { type: 'finish' }>, 'finishReason' | 'usage'>;
type Parts = readonly AnswerPart[];

const reasons: Readonly<Record<LanguageModelV4FinishReason['unified'], MetonaFinishReason>> = {
  stop: MetonaFinishReason.STOP,
  length: MetonaFinishReason.LENGTH,
  'content-filter': MetonaFinishReason.CONTENT_FILTER,
  'tool-calls': MetonaFinishReason.TOOL_CALLS,
  error: MetonaFinishReason.ERROR,
  interrupted: MetonaFinishReason.ERROR,
  other: MetonaFinishReason.STOP,
};
/** Words that a package passes on without knowing them. */
const knownWords: Readonly<Record<string, MetonaFinishReason>> = {
  length: MetonaFinishReason.LENGTH,
  model_length: MetonaFinishReason.LENGTH,
  content_filter: MetonaFinishReason.CONTENT_FILTER,
};
const plainReasons: ReadonlySet<string> = new Set(['stop', 'length', 'content-filter']);
const failedWords: ReadonlySet<string> = new Set(['error', 'abort', 'aborted', 'failed', 'cancelled']);
const nothing: Parts = [];

interface OpenCall {
  readonly index: number;
  readonly isReadAtEnd: boolean;
  hasArgs: boolean;
}

/** The parts of one answer of a package's model, streamed or whole. */
export class AiSdkTranslator {
  readonly #context: ErrorContext;
  readonly #state = new StateRecorder();
  readonly #calls = new Map<string, OpenCall>();
  readonly #foreignCalls = new Set<string>();
  #callCount = 0;
  #model: string | undefined;
  #hasEvents = false;
  #hasFinish = false;

  constructor(context: ErrorContext) {
    this.#context = context;
  }

  /** Any event of the wire was seen, whatever it held. */
  get hasEvents(): boolean {
    return this.#hasEvents;
  }

  /** The provider itself said that it had finished. */
  get hasFinish(): boolean {
    return this.#hasFinish;
  }

  translate(part: LanguageModelV4StreamPart): Parts {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return this.#translateWords('text', part);
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#translateWords('reasoning', part);
      case 'tool-input-start':
        return part.providerExecuted ? this.#skipCall(part.id) : this.#openCall(part.id, part.toolName, part);
      case 'tool-input-delta':
        return this.#appendArgs(part.id, part.delta);
      case 'tool-call':
        return this.#closeCall(part);
      case 'response-metadata':
        return this.#translateModel(part.modelId);
      case 'raw':
        return this.#translateRaw(part.rawValue);
      case 'error':
        return isHarmless(part.error) ? nothing : this.#fault(part.error);
      case 'finish':
        return this.#translateFinish(part);
      default:
        return nothing;
    }
  }

  /** An answer that came in one piece. */
  translateWhole(content: readonly LanguageModelV4Content[], finish: FinishPart, model: string | undefined): Parts {
    const parts = content.flatMap((part, index): Parts => {
      if (part.type === 'tool-call') return this.#closeCall(part);
      if (part.type !== 'text' && part.type !== 'reasoning') return nothing;
      const { providerMetadata, text: delta } = part;
      return this.#translateWords(part.type, { id: String(index), delta, providerMetadata });
    });
    return [...this.#translateModel(model), ...parts, ...this.#translateFinish(finish)];
  }

  #translateWords(type: 'text' | 'reasoning', part: { id: string; delta?: string; providerMetadata?: unknown }): Parts {
    const { id, delta, providerMetadata: metadata } = part;
    if (delta === undefined && metadata === undefined) return nothing;
    this.#state.addText(type, id, { ...(delta !== undefined && { delta }), metadata });
    return delta ? [{ type, delta }] : nothing;
  }

  #skipCall(id: string): Parts {
    this.#foreignCalls.add(id);
    return nothing;
  }

  #openCall(id: string, name: string, { inputEncoding }: { inputEncoding?: string } = {}): Parts {
    const index = this.#callCount;
    this.#callCount += 1;
    this.#calls.set(id, { index, isReadAtEnd: inputEncoding === 'text', hasArgs: false });
    return [{ type: 'call_fragments', fragments: [{ index, id, name }] }];
  }

  #appendArgs(id: string, args: string): Parts {
    const call = this.#calls.get(id);
    if (call === undefined || call.isReadAtEnd || args === '') return nothing;
    call.hasArgs = true;
    return [{ type: 'call_fragments', fragments: [{ index: call.index, args }] }];
  }

  /** The pieces are the truth: some packages put `{}` in place of arguments that were cut off. */
  #closeCall({ toolCallId: id, toolName, input, providerExecuted, providerMetadata }: LanguageModelV4ToolCall): Parts {
    if (providerExecuted || this.#foreignCalls.has(id)) return nothing;
    const opening = this.#calls.has(id) ? nothing : this.#openCall(id, toolName);
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    this.#state.addCall(providerMetadata);
    if (call === undefined || call.hasArgs || input === '') return opening;
    return [...opening, { type: 'call_fragments', fragments: [{ index: call.index, args: input }] }];
  }

  #translateModel(model: string | undefined): Parts {
    if (!model || model === this.#model) return nothing;
    this.#model = model;
    return [{ type: 'model', model }];
  }

  #translateRaw(raw: unknown): Parts {
    this.#hasEvents = true;
    const reported = reportedError(raw);
    return reported === undefined
      ? nothing
      : [{ type: 'fault', error: classifyError(reported, this.#context.provider) }];
  }

  #fault(thrown: unknown): Parts {
    return [{ type: 'fault', error: describeSdkError(thrown, this.#context) }];
  }

  #translateFinish({ finishReason, usage }: FinishPart): Parts {
    const { unified, raw } = finishReason;
    // Packages end every stream with a reason of their own; only the provider's word proves that it was the end.
    if (raw === undefined && !plainReasons.has(unified)) return nothing;
    if (reasons[unified] === MetonaFinishReason.ERROR || failedWords.has(raw ?? '')) {
      const { provider } = this.#context;
      const message = 'the provider reported that the answer failed';
      const code = MetonaErrorCode.INVALID_RESPONSE;
      const error = { code, message, provider, ...(raw !== undefined && { providerCode: raw }), retryable: true };
      return [{ type: 'fault', error }];
    }
    this.#hasFinish = true;
    const reason = unified === 'other' ? (knownWords[raw ?? ''] ?? reasons.other) : reasons[unified];
    const spent = translateUsage(usage);
    const data = this.#state.state();
    return [
      ...(spent === undefined ? [] : [{ type: 'usage' as const, usage: spent }]),
      ...(data === undefined ? [] : [{ type: 'provider_state' as const, data }]),
      { type: 'finish', reason, ...(raw !== undefined && { word: raw }) },
    ];
  }
}
