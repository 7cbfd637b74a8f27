import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';

/** What stands in each other deeper than this is shown as it was written. */
const deepest = 24;

/** Link definitions are plain text: one that arrives later must not change what stands above it. */
class BlockTokenizer extends Tokenizer {
  override def(): undefined {
    return undefined;
  }
}

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
    return this.#within(source, tokens, () => super.inlineTokens(source, tokens));
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
  return new BoundedLexer({ gfm: true, tokenizer: new BlockTokenizer() }).lex(text);
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
