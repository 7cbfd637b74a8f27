import { z } from 'zod';
import type { NoteStore } from '@/lib/agent/ports';
import type { NoteBlock } from '@/lib/ir';
import { defineTool } from '../define-tool';
import { blockId, describeNote, fail, type NoteFacts, noteId, present, toFacts } from './note-fields';

/** What one call gives at most; the rest is read by lines. */
const mostChars = 50_000;
const mostBlocks = 500;

const lineNumber = z.number().int().min(1).max(1_000_000);

const input = z.object({
  id: noteId,
  block_id: blockId.optional().describe('Only this block'),
  from_line: lineNumber.optional().describe('First line to read; 1 is the first of the note'),
  to_line: lineNumber.optional().describe('Last line to read'),
  with_blocks: z
    .boolean()
    .default(false)
    .describe('Also list the blocks of what is read, with the ids to change one by'),
});

interface BlockFacts {
  readonly id: string;
  readonly kind: string;
  readonly lines: string;
}
interface ReadResult extends NoteFacts {
  readonly content: string;
  readonly from_line: number;
  readonly to_line: number;
  readonly total_lines: number;
  readonly blocks?: readonly BlockFacts[];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangeOf(args: z.output<typeof input>, blocks: readonly NoteBlock[], count: number): Range {
  const { block_id: wanted, from_line: from = 1, to_line: to = count } = args;
  if (wanted === undefined) {
    if (from > count) throw fail('invalid_request', `the note has ${count} lines`);
    if (from > to) throw fail('invalid_request', 'to_line lies before from_line');
    return { from, to: Math.min(to, count) };
  }
  const block = blocks.find(({ id }) => id === wanted);
  if (block === undefined) throw fail('not_found', 'the note has no block with this id');
  return { from: block.startLine, to: block.endLine };
}

/** Whole lines as far as there is room; a single longer one is cut. */
function cut(lines: readonly string[], { from, to }: Range): { content: string; last: number } {
  let length = 0;
  let last = from;
  for (let line = from; line <= to; line += 1) {
    length += (lines[line - 1] ?? '').length + 1;
    if (length > mostChars && line > from) break;
    last = line;
  }
  const content = lines.slice(from - 1, last).join('\n');
  return { content: content.slice(0, mostChars), last };
}

function summarize(result: ReadResult): string {
  const { content, from_line: from, to_line: to, total_lines: total, blocks } = result;
  const isPart = from > 1 || to < total;
  const more = to < total ? ` The note goes on after line ${to}.` : '';
  const head = `Note ${describeNote(result)}.${isPart ? ` Lines ${from} to ${to} of ${total}.${more}` : ''}`;
  const listed = blocks?.map(({ id, kind, lines }) => `${id} ${kind} lines ${lines}`).join('\n');
  return [head, content, ...(listed === undefined ? [] : [`Blocks:\n${listed}`])].join('\n\n');
}

export const readNote = (notes: NoteStore) =>
  defineTool({
    name: 'notes.read',
    description:
      'Reads a note of the user: all of it, some lines, or one block. Its revision, to be given to notes.update, is shown with it.',
    input,
    category: 'database',
    riskLevel: 'safe',
    permission: 'notes.read',
    maxResultChars: mostChars + 40_000,
    // People paste into notes what others wrote.
    returnsUntrusted: true,
    summarize,
    execute: async (args, { userId }): Promise<ReadResult> => {
      const { note, blocks } = present(await notes.readWithBlocks(userId, args.id));
      const lines = note.content.split(/\r\n?|\n/);
      const range = rangeOf(args, blocks, lines.length);
      const { content, last } = cut(lines, range);
      const shown = blocks
        .filter(({ startLine, endLine }) => endLine >= range.from && startLine <= last)
        .slice(0, mostBlocks)
        .map(({ id, kind, startLine, endLine }) => ({ id, kind, lines: `${startLine}-${endLine}` }));
      return {
        ...toFacts(note),
        content,
        from_line: range.from,
        to_line: last,
        total_lines: lines.length,
        ...(args.with_blocks && { blocks: shown }),
      };
    },
  });
