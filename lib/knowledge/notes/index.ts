import type { NoteEdit } from '@/lib/agent/ports';
import type { NoteBlock } from '@/lib/ir';
import { applyEdit } from './apply-edit';
import { carryBlockIds } from './carry-block-ids';
import { linesOf, parseBlocks } from './parse-blocks';

/** What is known about the text of notes, for a store that keeps it. */
export function createNoteText(newId: () => string) {
  return {
    /** Blocks of a text; those it had before keep their ids as far as they are still the same ones. */
    build: (content: string, before: readonly NoteBlock[]) => carryBlockIds(parseBlocks(content), before, newId),
    linesOf: (content: string): readonly string[] => linesOf(content),
    apply: (content: string, edit: NoteEdit, blocks: readonly NoteBlock[]) => applyEdit(content, edit, blocks),
  };
}
