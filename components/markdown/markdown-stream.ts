import type { Token, Tokens } from 'marked';
import { closesFence, type Fence, openingFence, stripIndent } from './fence';
import { isFencedCode, isList, isTable, lexBlocks } from './lex';
import {
  addLine,
  addPlain,
  type BlockHead,
  type CodeHead,
  createPagedText,
  type MarkdownBlock,
} from './markdown-block';
import { endsInsideMath } from './math-rules';
import { splitList, splitTable } from './split-block';

export interface MarkdownStream {
  /** In order; the last one may be open. Sealed ones keep their identity for good. */
  readonly blocks: readonly MarkdownBlock[];
  /** Rises when a block comes, goes or is sealed. */
  readonly structureVersion: number;
  /** Rises with every piece. */
  readonly tailVersion: number;
  readonly append: (text: string) => void;
  readonly finish: () => void;
  /** Brings the open block up to what has arrived; costs as much as that block is long. */
  readonly readOpen: () => void;
}

/** Beyond this the open block is shown as plain text until it is complete. */
const LONGEST_LIVE_BLOCK = 8000;
/** A long item of a list cannot stand as plain text: it is read again when it has grown by a tenth. */
const GROWTH_BEFORE_READING = 1.1;

/**
 * Markdown cut into blocks while it arrives. A block is sealed once a later line has begun another one; what was sealed
 * is never read again, so the cost of a piece does not depend on how much was said before.
 */
export function createMarkdownStream(): MarkdownStream {
  return new BlockSplitter();
}

class BlockSplitter implements MarkdownStream {
  readonly blocks: MarkdownBlock[] = [];
  structureVersion = 0;
  tailVersion = 0;
  #nextId = 0;
  /** Complete lines of the open block. */
  #tail = '';
  #partial = '';
  #fence: Fence | null = null;
  #readVersion = -1;
  #readLength = 0;
  #nextTry = 0;
  #endsInReturn = false;

  append = (text: string): void => {
    if (text === '') return;
    const piece = this.#normalise(text);
    const open = this.#open;
    if (open?.head?.kind === 'plain') addPlain(open.head, piece);
    const lineEnd = piece.lastIndexOf('\n') + 1;
    this.tailVersion += 1;
    if (lineEnd === 0) this.#partial += piece;
    else {
      const lines = this.#partial + piece.slice(0, lineEnd);
      this.#partial = piece.slice(lineEnd);
      this.#feed(lines);
    }
    if (this.#open === null && this.#partial.trim() !== '') this.#push(null, []);
    if (this.#tail.length + this.#partial.length > LONGEST_LIVE_BLOCK) this.#turnPlain();
  };

  finish = (): void => {
    const rest = this.#partial;
    this.#partial = '';
    this.tailVersion += 1;
    this.structureVersion += 1;
    this.#nextTry = 0;
    if (rest !== '') this.#feed(`${rest}\n`);
    this.#nextTry = 0;
    if (this.#fence === null && this.#tail !== '') this.#sealAll(lexBlocks(this.#tail));
    this.#tail = '';
    this.#fence = null;
    this.#closeOpen();
  };

  readOpen = (): void => {
    const open = this.#open;
    if (open === null || this.#readVersion === this.tailVersion) return;
    this.#readVersion = this.tailVersion;
    if (open.head?.kind === 'plain') return;
    if (open.head?.kind === 'code') {
      const mayClose = this.#fence !== null && isFencePrefix(this.#partial, this.#fence);
      open.head.partial = mayClose ? '' : this.#partial;
      return;
    }
    const length = this.#tail.length + this.#partial.length;
    const isLong = length > LONGEST_LIVE_BLOCK && this.#readLength <= length;
    if (isLong && length < this.#readLength * GROWTH_BEFORE_READING) return;
    this.#readLength = length;
    const tokens = lexBlocks(this.#tail + this.#partial).filter((token) => token.type !== 'space');
    const [first, ...rest] = tokens;
    open.tokens = takeLive(open.head, first) ? rest : tokens;
  };

  get #open(): MarkdownBlock | null {
    const last = this.blocks.at(-1);
    return last?.isOpen ? last : null;
  }

  #normalise(text: string): string {
    const joined = this.#endsInReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#endsInReturn = text.endsWith('\r');
    return joined.includes('\r') ? joined.replace(/\r\n?/g, '\n') : joined;
  }

  #feed(lines: string): void {
    const text = this.#fence === null ? lines : this.#feedCode(lines);
    if (text === '') return;
    this.#tail += text;
    this.#settle();
  }

  /** Takes lines into the open fence; what follows its end is given back. */
  #feedCode(lines: string): string {
    const head = this.#open?.head as CodeHead;
    const fence = this.#fence as Fence;
    let at = 0;
    while (at < lines.length) {
      const end = lines.indexOf('\n', at);
      const line = lines.slice(at, end);
      at = end + 1;
      if (closesFence(line, fence)) {
        this.#fence = null;
        this.#closeOpen();
        return lines.slice(at);
      }
      addLine(head.text, stripIndent(line, fence));
    }
    return '';
  }

  /** Seals what is certain in the tail. Runs on complete lines only: half a line may still become anything. */
  #settle(): void {
    while (this.#tail !== '') {
      if (!this.#continuesHead()) this.#tail = this.#tail.replace(/^(?:[ \t]*\n)+/, '');
      if (this.#tail === '') break;
      if (this.#enterFence()) continue;
      if (this.#tail.length < this.#nextTry || endsInsideMath(this.#tail)) break;
      const tokens = lexBlocks(this.#tail);
      const count = tokens.findLastIndex((token) => token.type !== 'space');
      if (count < 1) this.#splitHead(tokens[0]);
      if (count < 1 || !this.#sealFirst(tokens.slice(0, count))) break;
    }
    if (this.#tail !== '' && this.#open === null) this.#push(null, []);
  }

  #continuesHead(): boolean {
    const kind = this.#open?.head?.kind;
    return kind === 'list' || kind === 'table';
  }

  #enterFence(): boolean {
    if (this.#continuesHead()) return false;
    const fence = openingFence(this.#tail);
    if (fence === null) return false;
    const lines = this.#tail.slice(fence.length);
    this.#tail = '';
    this.#fence = fence;
    this.#replaceOpen({ kind: 'code', language: fence.language, text: createPagedText(), partial: '' });
    this.#tail = this.#feedCode(lines);
    return true;
  }

  #sealFirst(tokens: readonly Token[]): boolean {
    const raw = tokens.map((token) => token.raw).join('');
    if (!this.#tail.startsWith(raw)) return false;
    this.#tail = this.#tail.slice(raw.length);
    this.#nextTry = 0;
    this.#sealAll(tokens);
    return true;
  }

  #sealAll(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (token.type === 'space') continue;
      this.#seal(token);
    }
  }

  #seal(token: Token): void {
    const head = this.#open?.head ?? null;
    if (head?.kind === 'list' && isList(token)) head.items.push(...token.items);
    else if (head?.kind === 'table' && isTable(token)) head.rows.push(...token.rows);
    else if (isFencedCode(token)) this.#replaceOpen(codeHead(token));
    else this.#replaceOpen(null, [token]);
    this.#closeOpen();
  }

  /** Finished items of the list, and finished rows of the table, that the tail consists of. */
  #splitHead(only: Token | undefined): void {
    const open = this.#open;
    const split = isList(only) ? splitList(only, this.#tail) : isTable(only) ? splitTable(only, this.#tail) : null;
    if (split === null) return;
    this.#tail = split.rest;
    this.#nextTry = 0;
    if (split.kind === 'list') {
      if (open?.head?.kind !== 'list') this.#replaceOpen({ ...split.head, items: [], live: [] });
      const head = this.#open?.head;
      if (head?.kind === 'list') head.items.push(...split.items);
      return;
    }
    if (open?.head?.kind !== 'table') this.#replaceOpen({ kind: 'table', header: split.header, rows: [], live: [] });
    const head = this.#open?.head;
    if (head?.kind === 'table') head.rows.push(...split.rows);
  }

  #turnPlain(): void {
    this.#nextTry = Math.max(this.#tail.length * 2, LONGEST_LIVE_BLOCK);
    const open = this.#open;
    if (this.#fence !== null || open?.head?.kind === 'plain' || this.#continuesHead()) return;
    this.#replaceOpen({ kind: 'plain', pages: [this.#tail + this.#partial], page: '' });
  }

  /** The open block takes its final shape under the same id; a list or table that has begun is left as it is. */
  #replaceOpen(head: BlockHead | null, tokens: readonly Token[] = []): void {
    if (this.#continuesHead()) this.#closeOpen();
    const open = this.#open;
    if (open === null) return this.#push(head, tokens);
    this.blocks[this.blocks.length - 1] = { id: open.id, isOpen: true, head, tokens };
    this.structureVersion += 1;
  }

  #push(head: BlockHead | null, tokens: readonly Token[]): void {
    this.blocks.push({ id: this.#nextId, isOpen: true, head, tokens });
    this.#nextId += 1;
    this.structureVersion += 1;
  }

  #closeOpen(): void {
    const open = this.#open;
    if (open === null) return;
    open.isOpen = false;
    if (open.head !== null) open.tokens = [];
    if (open.head?.kind === 'list' || open.head?.kind === 'table') open.head.live = [];
    if (open.head?.kind === 'code') open.head.partial = '';
    this.structureVersion += 1;
    this.#nextTry = 0;
  }
}

/** A whole fenced block, cut by the same rules as one that arrives line by line. */
function codeHead(token: Tokens.Code): CodeHead {
  const text = createPagedText();
  const fence = openingFence(token.raw);
  if (fence === null) return { kind: 'code', language: '', text, partial: '' };
  for (const line of token.raw.slice(fence.length).replace(/\n$/, '').split('\n')) {
    if (closesFence(line, fence)) break;
    addLine(text, stripIndent(line, fence));
  }
  return { kind: 'code', language: fence.language, text, partial: '' };
}

function takeLive(head: BlockHead | null, first: Token | undefined): boolean {
  if (head?.kind === 'list') {
    head.live = isList(first) ? first.items : [];
    return isList(first);
  }
  if (head?.kind === 'table') {
    head.live = isTable(first) ? first.rows : [];
    return isTable(first);
  }
  return false;
}

function isFencePrefix(partial: string, fence: Fence): boolean {
  const trimmed = partial.trim();
  return trimmed !== '' && [...trimmed].every((sign) => sign === fence.marker[0]);
}
