import type { NoteBlock } from '@/lib/ir';

/** A part of a source that is found, shown and cited as one. */
export interface Passage {
  /** Where it begins, as in `KnowledgePlace`. */
  readonly anchor: string;
  /** The headings above it, joined by ` › `. */
  readonly heading: string;
  readonly text: string;
}

/** Longest passage. */
const maxChars = 1_500;
/** Enough for one thought; what is added to a passage goes no further. A Chinese character says as much as two letters. */
const fullWeight = 800;
/** From here on a blank line ends a passage. */
const readyWeight = 400;
/** Of one source: a table of millions of lines is not what people look things up in. */
const maxPassages = 800;

const wideCharacters = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/g;

const weightOf = (text: string) => text.length + (text.match(wideCharacters)?.length ?? 0);

/** A text in pieces of at most `maxChars`, cut at the end of a line or of a word where there is one, never within a character. */
function* cutText(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let end = Math.min(text.length, from + maxChars);
    if (end < text.length) {
      const window = text.slice(from + maxChars / 2, end);
      const at = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' '), window.lastIndexOf('。'));
      if (at >= 0) end = from + maxChars / 2 + at + 1;
      else if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    }
    yield text.slice(from, end);
    from = end;
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

const isTelling = ({ text }: { readonly text: string }) => /[\p{L}\p{N}]/u.test(text);

/** Blocks below the same headings together, as long as that stays short; a passage begins at the block it is named after. */
export function chunkNote(blocks: readonly NoteBlock[]): Passage[] {
  const passages: { anchor: string; heading: string; text: string; weight: number }[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'rule' || isAboveOthers(blocks, at)) continue;
    const heading = block.heading.join(' › ');
    const weight = weightOf(block.text);
    const open = passages.at(-1);
    const fits = open !== undefined && open.heading === heading && open.weight + weight <= fullWeight;
    if (fits) {
      open.text += `\n\n${block.text}`;
      open.weight += weight;
      continue;
    }
    for (const text of cutText(block.text)) passages.push({ anchor: block.id, heading, text, weight: weightOf(text) });
  }
  return passages
    .filter(isTelling)
    .slice(0, maxPassages)
    .map(({ anchor, heading, text }) => ({ anchor, heading, text }));
}

/** A heading is found with what stands below it; one with nothing below stands for itself. */
function isAboveOthers(blocks: readonly NoteBlock[], at: number): boolean {
  const [block, next] = [blocks[at], blocks[at + 1]];
  return block?.kind === 'heading' && next !== undefined && next.heading.length > block.heading.length;
}

interface Lines {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** Whole lines as long as they fit; a longer line in several parts that bear its number. */
function* packLines(text: string): Generator<Lines> {
  let open: { first: number; lines: string[]; chars: number; weight: number } | null = null;
  const close = (last: number): Lines[] =>
    open === null ? [] : [{ first: open.first, last, text: open.lines.join('\n') }];
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const weight = weightOf(line);
    const isReady = open !== null && line.trim() === '' && open.weight >= readyWeight;
    const isFull = open !== null && (open.weight + weight > fullWeight || open.chars + line.length + 1 > maxChars);
    if (isReady || isFull) {
      yield* close(at);
      open = null;
    }
    if (line.length > maxChars) for (const part of cutText(line)) yield { first: at + 1, last: at + 1, text: part };
    else if (open !== null) {
      open.lines.push(line);
      open.chars += line.length + 1;
      open.weight += weight;
    } else if (line.trim() !== '') open = { first: at + 1, lines: [line], chars: line.length, weight };
  }
  yield* close(Number.POSITIVE_INFINITY);
}

function collect(text: string, anchorOf: (lines: Lines) => string): Passage[] {
  const passages: Passage[] = [];
  for (const lines of packLines(text)) {
    if (isTelling(lines)) passages.push({ anchor: anchorOf(lines), heading: '', text: lines.text.trimEnd() });
    if (passages.length >= maxPassages) break;
  }
  return passages;
}

/** The lines of a file; `L12-L40` counts from 1, and both belong to the passage. */
export function chunkFile(text: string): Passage[] {
  const count = text.split(/\r\n|\n|\r/).length;
  return collect(text, ({ first, last }) => `L${first}-L${Math.min(last, count)}`);
}

/** Paragraphs of a message, all of which lead to the message. */
export function chunkMessage(messageId: string, content: string): Passage[] {
  return collect(content, () => messageId);
}
