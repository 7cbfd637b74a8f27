import type { NoteStore, RunnableTool } from '@/lib/agent/ports';
import { listNotes, searchNotes } from './find-notes';
import { readNote } from './read-note';
import { createNote, deleteNote, moveNote, updateNote } from './write-notes';

export function createNoteTools(notes: NoteStore): RunnableTool[] {
  return [createNote, readNote, listNotes, searchNotes, updateNote, moveNote, deleteNote].map((create) =>
    create(notes),
  );
}
