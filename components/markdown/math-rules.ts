import type { TokenizerThis, Tokens } from 'marked';

export interface MathToken {
  readonly type: 'math';
  readonly raw: string;
  /** What stands between the marks. */
  readonly tex: string;
  readonly isDisplay: boolean;
}

const longestBlock = 4000;
const longestInline = 1000;
const blockOpening = /^ {0,3}(\$\$|\\\[)/;
const blockOpenings = /(?:^|\n) {0,3}(\$\$|\\\[)/g;
const blankLine = /\n[ \t]*\n/;
const closings: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\(': '\\)' };
/** A formula may begin behind anything but a word, a number or another sign of money. */
const mayPrecede = /[^\p{L}\p{N}$\\]$/u;
/** "$5 and 10$", "$3M of $": an amount, and words that no operator joins to it. */
const amount = /^\d[\d.,]*[kKmMbB]?(?=[\s\-–—/]).*[^\W\d]{2}/s;
const operator = /[\\^_={}<>+*]/;

function mathToken(raw: string, tex: string, isDisplay: boolean): MathToken {
  return { type: 'math', raw, tex: tex.trim(), isDisplay };
}

/** A formula on lines of its own. It holds no empty line, so that a stray mark never takes the rest of a text along. */
function matchBlock(source: string): MathToken | undefined {
  const [opening, mark = ''] = blockOpening.exec(source) ?? [];
  if (opening === undefined) return undefined;
  const closing = closings[mark] ?? mark;
  const end = source.slice(0, opening.length + longestBlock).indexOf(closing, opening.length);
  if (end < 0) return undefined;
  const tex = source.slice(opening.length, end);
  const lineEnd = source.indexOf('\n', end);
  const rest = source.slice(end + closing.length, lineEnd < 0 ? source.length : lineEnd);
  if (tex.trim() === '' || blankLine.test(tex) || rest.trim() !== '') return undefined;
  return mathToken(source.slice(0, lineEnd < 0 ? source.length : lineEnd + 1), tex, true);
}

export function blockMath(this: TokenizerThis, source: string): Tokens.Generic | undefined {
  return matchBlock(source) as Tokens.Generic | undefined;
}

/** Where, before the next empty line, a formula on lines of its own cuts a paragraph short. */
export function findBlockMath(source: string): number | undefined {
  const blank = source.search(blankLine);
  const paragraph = blank < 0 ? source : source.slice(0, blank);
  for (const match of paragraph.matchAll(blockOpenings)) {
    const start = match.index + (match[0].startsWith('\n') ? 1 : 0);
    if (start > 0 && matchBlock(source.slice(start)) !== undefined) return start;
  }
  return undefined;
}

export function startOfBlockMath(this: TokenizerThis, source: string): number | undefined {
  return findBlockMath(source);
}

/** Whether complete lines end inside a formula: what they seem to be may still become part of it. */
export function endsInsideMath(lines: string): boolean {
  const blank = lines.lastIndexOf('\n\n');
  const paragraph = lines.slice(Math.max(blank + 1, lines.length - longestBlock - 8));
  if (!paragraph.includes('$$') && !paragraph.includes('\\[')) return false;
  let from = 0;
  for (const match of paragraph.matchAll(blockOpenings)) {
    if (match.index < from) continue;
    const start = match.index + match[0].length;
    const closing = closings[match[1] ?? ''] ?? '';
    const end = paragraph.indexOf(closing, start);
    if (end < 0 && !blankLine.test(paragraph.slice(start))) return true;
    if (matchBlock(paragraph.slice(match.index).replace(/^\n/, '')) !== undefined) from = end + closing.length;
  }
  return false;
}

function matchMarked(source: string, mark: string): MathToken | undefined {
  const closing = closings[mark] ?? mark;
  const end = source.slice(0, longestInline).indexOf(closing, mark.length);
  const tex = source.slice(mark.length, Math.max(end, mark.length));
  if (tex.trim() === '' || blankLine.test(tex)) return undefined;
  // An escaped bracket in front of an address is a link that was not meant to be one.
  if (mark === '\\[' && source[end + closing.length] === '(') return undefined;
  return mathToken(source.slice(0, end + closing.length), tex, mark !== '\\(');
}

function closingDollar(source: string): number {
  const limit = Math.min(source.length, longestInline);
  for (let at = 1; at < limit; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '$') return at;
  }
  return -1;
}

function matchDollar(source: string): MathToken | undefined {
  const end = closingDollar(source);
  const tex = source.slice(1, Math.max(end, 1));
  if (tex === '' || /^\s|\s$/.test(tex) || blankLine.test(tex)) return undefined;
  if (/[\p{L}\p{N}$]/u.test(source[end + 1] ?? '')) return undefined;
  if (amount.test(tex) && !operator.test(tex)) return undefined;
  return mathToken(source.slice(0, end + 1), tex, false);
}

/** A formula in a line of text, at its beginning, behind what stands before it. */
export function matchInline(source: string, before: string): MathToken | undefined {
  const mark = source.slice(0, 2);
  if (mark === '\\(' || mark === '\\[') return matchMarked(source, mark);
  if (source[0] !== '$' || (before !== '' && !mayPrecede.test(before))) return undefined;
  return mark === '$$' ? matchMarked(source, mark) : matchDollar(source);
}

export function mayHoldMath(text: string): boolean {
  return text.includes('$') || text.includes('\\(') || text.includes('\\[');
}

/** The text with its formulas made unreadable, at the same length: a star inside of one is no emphasis. */
export function maskMath(text: string): string {
  let masked = '';
  let from = 0;
  for (const { index } of text.matchAll(/\$|\\[([]/g)) {
    if (index < from) continue;
    const match = matchInline(text.slice(index, index + longestInline + 8), text.slice(Math.max(0, index - 2), index));
    if (match === undefined) continue;
    masked += text.slice(from, index) + 'a'.repeat(match.raw.length);
    from = index + match.raw.length;
  }
  return masked + text.slice(from);
}
