import {
  Hooks,
  Lexer,
  type MarkedOptions,
  type Token,
  Tokenizer,
  type TokenizerThis,
  type Tokens,
  type TokensList,
} from 'marked';
import { footnoteDefinition, footnoteReference } from './footnote-rules';
import { blockMath, findBlockMath, maskMath, matchInline, mayHoldMath, startOfBlockMath } from './math-rules';

/** What stands in each other deeper than this is shown as it was written. */
const deepest = 24;

class BlockTokenizer extends Tokenizer {
  /** How far the next mark of a formula stands from the end of the run of text being read; nothing is searched twice. */
  nextDollar = Number.POSITIVE_INFINITY;
  /** The end of the text read last, and how much was left behind it: the token it became part of may be very long. */
  lastText = '';
  leftBehindText = -1;

  /** Link definitions are plain text: one that arrives later must not change what stands above it. */
  override def(): undefined {
    return undefined;
  }

  /** A formula on lines of its own ends the paragraph above it: what underlines both makes no heading of them. */
  override lheading(source: string): Tokens.Heading | undefined {
    const heading = super.lheading(source);
    if (heading === undefined) return undefined;
    const formula = findBlockMath(source);
    return formula !== undefined && formula < heading.raw.length ? undefined : heading;
  }

  /** Plain text ends before the mark of a formula. */
  override inlineText(source: string): Tokens.Text | undefined {
    if (source.length <= this.nextDollar) {
      const found = source.indexOf('$', 1);
      this.nextDollar = found < 0 ? 0 : source.length - found;
    }
    const at = source.length - this.nextDollar;
    const text = super.inlineText(this.nextDollar > 0 && at > 0 ? source.slice(0, at) : source);
    this.lastText = text?.raw.slice(-2) ?? '';
    this.leftBehindText = source.length - (text?.raw.length ?? 0);
    return text;
  }
}

class MathHooks extends Hooks {
  override emStrongMask(text: string): string {
    return maskMath(text);
  }
}

function inlineMath(this: TokenizerThis, source: string, tokens: Token[]): Tokens.Generic | undefined {
  if (source[0] !== '$' && source[0] !== '\\') return undefined;
  const { lastText, leftBehindText } = this.lexer.options.tokenizer as BlockTokenizer;
  const before = leftBehindText === source.length ? lastText : (tokens.at(-1)?.raw.slice(-2) ?? '');
  return matchInline(source, before) as Tokens.Generic | undefined;
}

const extensions: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  block: [blockMath, footnoteDefinition],
  inline: [inlineMath, footnoteReference],
  startBlock: [startOfBlockMath],
};

const asWritten = (source: string): Tokens.Text => ({ type: 'text', raw: source, text: source, escaped: false });

/** Each level of a text is read by a call inside that of the level around it: without an end to that, the stack is it. */
class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped = false): Token[] {
    return this.#within(source, tokens, () => super.blockTokens(source, tokens, isClipped));
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const tokenizer = this.options.tokenizer as BlockTokenizer;
    const { nextDollar } = tokenizer;
    tokenizer.nextDollar = Number.POSITIVE_INFINITY;
    tokenizer.leftBehindText = -1;
    try {
      return this.#within(source, tokens, () => super.inlineTokens(source, tokens));
    } finally {
      tokenizer.nextDollar = nextDollar;
      tokenizer.leftBehindText = -1;
    }
  }

  #within(source: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.#depth >= deepest) {
      if (source !== '') tokens.push(asWritten(source));
      return tokens;
    }
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

export function lexBlocks(text: string): Token[] {
  const hooks = mayHoldMath(text) ? new MathHooks() : null;
  return new BoundedLexer({ gfm: true, tokenizer: new BlockTokenizer(), hooks, extensions }).lex(text);
}

export function isList(token: Token | undefined): token is Tokens.List {
  return token?.type === 'list';
}

export function isTable(token: Token | undefined): token is Tokens.Table {
  return token?.type === 'table';
}

export function isFencedCode(token: Token | undefined): token is Tokens.Code {
  return token?.type === 'code' && (token as Tokens.Code).codeBlockStyle === undefined;
}
