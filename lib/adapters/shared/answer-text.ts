import type { AnswerPart } from './answer-part';
import { InlineThinking, type TextSpan } from './inline-thinking';
import { TextToolCalls } from './text-tool-calls';

/** What a model's text may hold beside text, because the model has no other place for it. */
export interface TextConventions {
  readonly inlineThinking: boolean;
  readonly textToolCalls: boolean;
}

export type TextPart = Extract<AnswerPart, { type: 'text' | 'reasoning' | 'call_fragments' }>;

/** Reads thinking and calls out of the text of an answer. */
export class AnswerText {
  readonly #thinking: InlineThinking | undefined;
  readonly #calls: TextToolCalls | undefined;

  constructor({ inlineThinking, textToolCalls }: TextConventions) {
    this.#thinking = inlineThinking ? new InlineThinking() : undefined;
    this.#calls = textToolCalls ? new TextToolCalls() : undefined;
  }

  /** Nothing but text can follow, and nothing is held back. */
  get isPlain(): boolean {
    return this.#calls === undefined && (this.#thinking === undefined || this.#thinking.isOver);
  }

  push(delta: string): TextPart[] {
    return this.#readSpans(this.#thinking?.push(delta) ?? [{ isThinking: false, text: delta }]);
  }

  flush(): TextPart[] {
    return [...this.#readSpans(this.#thinking?.flush() ?? []), ...(this.#calls?.flush() ?? [])];
  }

  #readSpans(spans: readonly TextSpan[]): TextPart[] {
    return spans.flatMap(({ isThinking, text }): TextPart[] => {
      if (isThinking) return [{ type: 'reasoning', delta: text }];
      return this.#calls?.push(text) ?? [{ type: 'text', delta: text }];
    });
  }
}
