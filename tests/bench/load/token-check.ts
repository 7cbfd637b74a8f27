import { STAMP_EPOCH, STAMPS_PER_MS } from './orders';

/** Reads what a stream says and throws at the first token that is lost, doubled or out of its place. */
export class TokenCheck {
  #rest = '';
  /** Tokens read so far. */
  count = 0;
  readonly #onSentAt: (ms: number) => void;

  /** `onSentAt` is given when a token was sent, where it is stamped. */
  constructor(onSentAt: (ms: number) => void = () => undefined) {
    this.#onSentAt = onSentAt;
  }

  read(text: string): void {
    const words = (this.#rest + text).split(' ');
    this.#rest = words.pop() ?? '';
    for (const word of words) this.#readWord(word);
  }

  #readWord(word: string): void {
    const [number = '', stamp] = word.split('@');
    if (number !== String(this.count)) throw new Error(`token ${this.count} should have come, "${word}" came`);
    this.count += 1;
    if (stamp !== undefined) this.#onSentAt(STAMP_EPOCH + Number.parseInt(stamp, 36) / STAMPS_PER_MS);
  }

  /** Throws unless the stream ended after `expected` tokens. */
  end(expected: number): void {
    if (this.#rest !== '') throw new Error(`"${this.#rest}" was left at the end`);
    if (this.count !== expected) throw new Error(`${this.count} tokens came of ${expected}`);
  }
}
