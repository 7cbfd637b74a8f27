import type { NoteEdit } from '@/lib/agent/ports';
import type { NoteBlock } from '@/lib/ir';

/** Where each line of a text begins, and where the text ends. */
function lineStartsOf(content: string): number[] {
  const starts = [0];
  for (const { 0: lineBreak, index } of content.matchAll(/\r\n?|\n/g)) starts.push(index + lineBreak.length);
  return [...starts, content.length];
}

/** Puts a text in place of some lines; with an empty one the blank lines after them go as well. */
function replaceLines(content: string, block: NoteBlock, text: string): string {
  const starts = lineStartsOf(content);
  const start = starts[block.startLine - 1] ?? content.length;
  const after = content.slice(starts[block.endLine] ?? content.length);
  if (text === '') return content.slice(0, start) + after.replace(/^(?:[^\S\r\n]*(?:\r\n?|\n))+/, '');
  const hasBreak = text.endsWith('\n') || block.endLine >= starts.length - 1;
  return `${content.slice(0, start)}${text}${hasBreak ? '' : '\n'}${after}`;
}

function append(content: string, text: string): string {
  if (content.trim() === '') return text;
  const between = /(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)[^\S\r\n]*$/.test(content)
    ? ''
    : /[\r\n]$/.test(content)
      ? '\n'
      : '\n\n';
  return `${content}${between}${text}`;
}

/** The whole text after an edit; everything outside the edit stays as it is. Null when there is no such block. */
export function applyEdit(content: string, edit: NoteEdit, blocks: readonly NoteBlock[]): string | null {
  switch (edit.kind) {
    case 'replace':
      return edit.content;
    case 'append':
      return append(content, edit.content);
    case 'block': {
      const block = blocks.find(({ id }) => id === edit.blockId);
      return block === undefined ? null : replaceLines(content, block, edit.content);
    }
  }
}
