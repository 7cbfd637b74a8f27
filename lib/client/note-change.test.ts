import { describe, expect, it } from 'vitest';
import { readNoteChange, textChangeOf } from './note-change';
import type { NoteView } from './notes';

const block = (id: string, text: string, line: number) => ({
  id,
  kind: 'paragraph',
  heading: [],
  start_line: line,
  end_line: line,
  text,
});
const note: NoteView = {
  id: 'note_1',
  title: 'Plan',
  folder: '',
  revision: 3,
  content: 'one\r\n\r\ntwo',
  blocks: [block('nb_1', 'one', 1), block('nb_2', 'two', 3)],
  created_at: '',
  updated_at: '',
};

function afterOf(args: Record<string, unknown>) {
  const change = readNoteChange('notes.update', { id: 'note_1', ...args });
  if (change?.kind !== 'update') throw new Error('this is no update');
  const text = textChangeOf(note, change);
  return text?.kind === 'text' ? text.after : text;
}

describe('what a call would do to a note', () => {
  it('is shown as its text would be', () => {
    expect(afterOf({ content: 'all new' })).toBe('all new');
    expect(afterOf({ content: 'three', append: true })).toBe('one\n\ntwo\n\nthree');
    expect(afterOf({ content: 'ONE\nand more', block_id: 'nb_1' })).toBe('ONE\nand more\n\ntwo');
    expect(afterOf({ content: '', block_id: 'nb_2' })).toBe('one\n');
    expect(afterOf({ title: 'New' })).toBeNull();
  });

  it('is nothing when the note or the passage is not what it was', () => {
    expect(afterOf({ content: 'x', revision: 2 })).toEqual({ kind: 'outdated' });
    expect(afterOf({ content: 'x', block_id: 'nb_9' })).toEqual({ kind: 'noBlock' });
    expect(afterOf({ content: 'x', revision: 3 })).toBe('x');
  });

  it.each([
    ['notes.create', { id: 'note_1', content: 'x' }],
    ['notes.update', { id: 'note_1' }],
    ['notes.update', { id: '../x', content: 'x' }],
    ['notes.move', { id: 'note_1', folder: 3 }],
    ['notes.delete', { id: ['note_1'] }],
  ])('is not made of the arguments %s %j', (name, args) => {
    expect(readNoteChange(name, args)).toBeNull();
  });
});
