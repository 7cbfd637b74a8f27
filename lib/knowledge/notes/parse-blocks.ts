import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import type { NoteBlock, NoteBlockKind } from '@/lib/ir';

/** A block that has not been given its id. */
export type ParsedBlock = Omit<NoteBlock, 'id'>;

/** Where a block begins inside the text, and what it is. */
interface Piece {
  readonly kind: NoteBlockKind;
  readonly raw: string;
  /** Of a heading. */
  readonly depth: number;
  readonly title: string;
}

const longestTitle = 200;
/** A text of nothing but the shortest blocks would cost a row for every third character. */
const mostBlocks = 4000;
/** Lists are read this deep: what stands deeper changes no border of the outermost. */
const deepest = 3;

const quoted = /^ {0,3}>(.*)$/;
/** What ends a quote although it has no mark of its own: the beginning of another block. */
const interrupts = /^ {0,3}(?:#{1,6}(?:\s|$)|`{3}|~{3}|[-*+](?:\s|$)|\d{1,9}[.)]\s|<[a-z!/?]|(?:[-*_] *){3,}$)/i;

/** The lines of the quote a text begins with: those marked, and those that go on with a sentence of it. */
function quoteOf(source: string): string {
  let end = 0;
  let mayGoOn = false;
  while (end < source.length) {
    const lineBreak = source.indexOf('\n', end);
    const next = lineBreak < 0 ? source.length : lineBreak + 1;
    const line = source.slice(end, lineBreak < 0 ? source.length : lineBreak);
    const marked = quoted.exec(line);
    if (marked === null && (!mayGoOn || line.trim() === '' || interrupts.test(line))) break;
    if (marked !== null) mayGoOn = (marked[1] ?? '').trim() !== '' && !interrupts.test((marked[1] ?? '').trimStart());
    end = next;
  }
  return source.slice(0, end);
}

/**
 * Link definitions are plain text here, as they are where notes are shown. A quote is only measured: the lexer's own way
 * reads it again for every line that goes on without a mark.
 */
class BlockTokenizer extends Tokenizer {
  override def(): undefined {
    return undefined;
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(source)) return undefined;
    return { type: 'blockquote', raw: quoteOf(source), tokens: [], text: '' };
  }
}

/** Reads blocks alone, and no deeper than it takes to know where the outermost end. */
class BlockLexer extends Lexer {
  #depth = 0;

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped = false): Token[] {
    if (this.#depth >= deepest) return tokens;
    this.#depth += 1;
    const read = super.blockTokens(source, tokens, isClipped);
    this.#depth -= 1;
    return read;
  }
}

const kindByToken: Readonly<Record<string, NoteBlockKind>> = {
  heading: 'heading',
  list: 'list',
  code: 'code',
  blockquote: 'quote',
  table: 'table',
  html: 'html',
  hr: 'rule',
};

function kindOf(token: Token): NoteBlockKind {
  if (token.type === 'paragraph' && /^\$\$[\s\S]*\$\$\s*$/.test(token.raw.trimStart())) return 'math';
  return kindByToken[token.type] ?? 'paragraph';
}

/** Cut between characters, never inside one. */
const titleOf = (text: string) =>
  text
    .trim()
    .slice(0, longestTitle)
    .replace(/[\uD800-\uDBFF]$/, '');

function toPiece(token: Token): Piece {
  const { depth = 0, text = '' } = token.type === 'heading' ? (token as Tokens.Heading) : {};
  return { kind: kindOf(token), raw: token.raw, depth, title: titleOf(text) };
}

/** Paragraphs between blank lines, for a text that the lexer does not give back as it was. */
function plainPieces(text: string): Piece[] {
  return (text.match(/(?:[^\n]*\S[^\n]*(?:\n|$))+|(?:[^\S\n]*\n)+|[^\S\n]+$/g) ?? []).map((raw) => ({
    kind: 'paragraph' as const,
    raw,
    depth: 0,
    title: '',
  }));
}

function piecesOf(text: string): Piece[] {
  const tokens = new BlockLexer({ gfm: true, tokenizer: new BlockTokenizer() }).blockTokens(text, []);
  const isWhole = tokens.map((token) => token.raw).join('') === text;
  return isWhole ? tokens.map(toPiece) : plainPieces(text);
}

/** The headings that a block stands under. */
function createOutline() {
  const open: { depth: number; title: string }[] = [];
  return {
    path: (piece: Piece): string[] => {
      if (piece.kind === 'heading') while ((open.at(-1)?.depth ?? 0) >= piece.depth) open.pop();
      const path = open.map(({ title }) => title);
      if (piece.kind === 'heading') open.push(piece);
      return path;
    },
  };
}

const lineEnd = /\r\n?|\n/g;

/** The lines that block ranges count. */
export function linesOf(content: string): string[] {
  return content.split(lineEnd);
}

/** From the last block that has room, all that follows is one. */
function bounded(blocks: ParsedBlock[], lines: readonly string[]): ParsedBlock[] {
  const [last, end] = [blocks[mostBlocks - 1], blocks.at(-1)?.endLine];
  if (blocks.length <= mostBlocks || last === undefined || end === undefined) return blocks;
  const text = lines.slice(last.startLine - 1, end).join('\n');
  return [...blocks.slice(0, mostBlocks - 1), { ...last, kind: 'paragraph', text, endLine: end }];
}

/** Cuts Markdown into blocks. Pure, and its cost grows with the length of the text alone. */
export function parseBlocks(content: string): ParsedBlock[] {
  const lines = linesOf(content);
  const isBlank = (line: number) => (lines[line] ?? '').trim() === '';
  const outline = createOutline();
  const blocks: ParsedBlock[] = [];
  let offsetLine = 0;
  let isMidLine = false;
  for (const piece of piecesOf(lines.join('\n'))) {
    let first = isMidLine ? offsetLine + 1 : offsetLine;
    const breaks = piece.raw.split('\n').length - 1;
    let last = piece.raw.endsWith('\n') ? offsetLine + breaks - 1 : offsetLine + breaks;
    offsetLine += breaks;
    isMidLine = !piece.raw.endsWith('\n') && piece.raw !== '';
    while (first <= last && isBlank(first)) first += 1;
    while (last >= first && isBlank(last)) last -= 1;
    if (first > last) continue;
    const text = lines.slice(first, last + 1).join('\n');
    blocks.push({ kind: piece.kind, heading: outline.path(piece), text, startLine: first + 1, endLine: last + 1 });
  }
  return bounded(blocks, lines);
}
