/** A run of text that is one or the other. */
export interface TextSpan {
  readonly isThinking: boolean;
  readonly text: string;
}

const opening = '<think>';
const closing = '</think>';
const longestBlank = 256;

/** How many characters at the end of the text could be the beginning of the tag, in which `<` occurs only once. */
function partialTagLength(text: string, tag: string): number {
  const start = text.lastIndexOf('<');
  const length = text.length - start;
  return start !== -1 && length < tag.length && tag.startsWith(text.slice(start)) ? length : 0;
}

/**
 * Separates thinking that a model writes into its text, between tags. Only before any visible text is a tag a tag; later
 * it is what the model talks about. Text that cannot be a tag is never held back.
 */
export class InlineThinking {
  #state: 'before' | 'inside' | 'answering' = 'before';
  #held = '';
  /** The blank between thinking and answer belongs to neither. */
  #hasThought = false;

  /** Visible text has begun: whatever follows is text. */
  get isOver(): boolean {
    return this.#state === 'answering';
  }

  push(text: string): TextSpan[] {
    const spans: TextSpan[] = [];
    let rest = this.#held + text;
    this.#held = '';
    while (rest !== '')
      rest = this.#state === 'inside' ? this.#readInside(rest, spans) : this.#readOutside(rest, spans);
    return spans;
  }

  flush(): TextSpan[] {
    const text = this.#held;
    this.#held = '';
    if (text === '') return [];
    return [{ isThinking: this.#state === 'inside', text }];
  }

  #readInside(text: string, spans: TextSpan[]): string {
    const end = text.indexOf(closing);
    const shown = end === -1 ? text.length - partialTagLength(text, closing) : end;
    if (shown > 0) spans.push({ isThinking: true, text: text.slice(0, shown) });
    if (end === -1) {
      this.#held = text.slice(shown);
      return '';
    }
    this.#state = 'before';
    this.#hasThought = true;
    return text.slice(end + closing.length);
  }

  #readOutside(text: string, spans: TextSpan[]): string {
    if (this.#state === 'answering') {
      spans.push({ isThinking: false, text });
      return '';
    }
    const visible = text.trimStart();
    if (visible.startsWith(opening)) {
      this.#state = 'inside';
      return visible.slice(opening.length);
    }
    if (opening.startsWith(visible) && text.length <= longestBlank) {
      this.#held = this.#hasThought ? visible : text;
      return '';
    }
    this.#state = 'answering';
    return this.#hasThought ? visible : text;
  }
}
