import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';

/** Link definitions are plain text: one that arrives later must not change what stands above it. */
class BlockTokenizer extends Tokenizer {
  override def(): undefined {
    return undefined;
  }
}

export function lexBlocks(text: string): Token[] {
  return new Lexer({ gfm: true, tokenizer: new BlockTokenizer() }).lex(text);
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
