import type { NoteView } from './notes';

/** What a call of one of the tools of notes would do to a note that is there. */
export type NoteChange =
  | {
      readonly kind: 'update';
      readonly id: string;
      readonly title: string | null;
      readonly content: string | null;
      readonly blockId: string | null;
      readonly append: boolean;
      readonly revision: number | null;
    }
  | { readonly kind: 'move'; readonly id: string; readonly folder: string }
  | { readonly kind: 'delete'; readonly id: string };

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The arguments of such a call, if that is what they are. */
export function readNoteChange(toolName: string, args: Readonly<Record<string, unknown>>): NoteChange | null {
  const id = textOf(args.id);
  if (id === null || !/^[\w-]{1,400}$/.test(id)) return null;
  if (toolName === 'notes.delete') return { kind: 'delete', id };
  if (toolName === 'notes.move') {
    const folder = textOf(args.folder);
    return folder === null ? null : { kind: 'move', id, folder };
  }
  if (toolName !== 'notes.update') return null;
  const [title, content, blockId] = [textOf(args.title), textOf(args.content), textOf(args.block_id)];
  if (title === null && content === null) return null;
  const revision = typeof args.revision === 'number' ? args.revision : null;
  return { kind: 'update', id, title, content, blockId, append: args.append === true, revision };
}

export type TextChange =
  | { readonly kind: 'text'; readonly before: string; readonly after: string }
  /** Nothing would be done, and why. */
  | { readonly kind: 'outdated' | 'noBlock' };

const withoutReturns = (text: string) => text.replace(/\r\n?/g, '\n');

/** What becomes of the text of a note; null when it stays as it is. */
export function textChangeOf(note: NoteView, change: NoteChange & { kind: 'update' }): TextChange | null {
  if (change.revision !== null && change.revision !== note.revision) return { kind: 'outdated' };
  if (change.content === null) return null;
  const before = withoutReturns(note.content);
  const content = withoutReturns(change.content);
  if (change.append) {
    const between = before.trim() === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    return { kind: 'text', before, after: `${before.trim() === '' ? '' : before}${between}${content}` };
  }
  if (change.blockId === null) return { kind: 'text', before, after: content };
  const block = note.blocks.find(({ id }) => id === change.blockId);
  if (block === undefined) return { kind: 'noBlock' };
  const lines = before.split('\n');
  const fresh = content === '' ? [] : content.replace(/\n$/, '').split('\n');
  lines.splice(block.start_line - 1, block.end_line - block.start_line + 1, ...fresh);
  return { kind: 'text', before, after: lines.join('\n') };
}
