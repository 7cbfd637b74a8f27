import type { Token, Tokens } from 'marked';

/** Lines in pages, so that growing text re-renders one page at most. No page ends with a line break of its own. */
export interface PagedText {
  readonly pages: string[];
  page: string;
  linesInPage: number;
  lineCount: number;
}

/** A fenced block. */
export interface CodeHead {
  readonly kind: 'code';
  readonly language: string;
  readonly text: PagedText;
  /** The line that is still arriving. */
  partial: string;
}

/** A list whose finished items keep their identity. */
export interface ListHead {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly start: number;
  readonly items: Tokens.ListItem[];
  live: readonly Tokens.ListItem[];
}

export interface TableHead {
  readonly kind: 'table';
  readonly header: readonly Tokens.TableCell[];
  readonly rows: Tokens.TableCell[][];
  live: readonly Tokens.TableCell[][];
}

/** Text too long to be read again for every piece: shown as it is until it is complete. */
export interface PlainHead {
  readonly kind: 'plain';
  readonly pages: string[];
  page: string;
}

export type BlockHead = CodeHead | ListHead | TableHead | PlainHead;

/** One block of a text: what grows piece by piece, then whole tokens. Sealed blocks never change again. */
export interface MarkdownBlock {
  readonly id: number;
  isOpen: boolean;
  readonly head: BlockHead | null;
  tokens: readonly Token[];
}

const LINES_PER_PAGE = 32;
const CHARACTERS_PER_PAGE = 2048;

export function createPagedText(): PagedText {
  return { pages: [], page: '', linesInPage: 0, lineCount: 0 };
}

export function addLine(text: PagedText, line: string): void {
  if (text.linesInPage === LINES_PER_PAGE) {
    text.pages.push(text.page);
    text.page = '';
    text.linesInPage = 0;
  }
  text.page += text.lineCount === 0 ? line : `\n${line}`;
  text.linesInPage += 1;
  text.lineCount += 1;
}

export function addPlain(head: PlainHead, text: string): void {
  head.page += text;
  if (head.page.length < CHARACTERS_PER_PAGE) return;
  head.pages.push(head.page);
  head.page = '';
}
