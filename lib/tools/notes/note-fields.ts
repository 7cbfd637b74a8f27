import { z } from 'zod';
import type { NoteRecord, NoteSummary } from '@/lib/agent/ports';
import { MetonaFailure, normaliseFolder, noteLimits } from '@/lib/ir';

export const noteId = z
  .string()
  .regex(/^[\w-]{1,400}$/)
  .describe('Id of the note, as notes.list and notes.search show it');
export const blockId = z.string().regex(/^[\w-]{1,100}$/);
export const noteTitle = z.string().trim().min(1).max(noteLimits.titleChars);
export const noteContent = z.string().max(noteLimits.contentChars);
export const noteFolder = z
  .string()
  .max(1600)
  .refine((given) => normaliseFolder(given).ok, 'is no name for a folder: write names joined by "/", like Work/Ideas');

export const fail = (code: 'not_found' | 'invalid_request' | 'conflict', message: string) =>
  new MetonaFailure({ code, message, retryable: false });

/** What is there, or the failure that says it is not. */
export function present<Found>(found: Found | null): Found {
  if (found === null) throw fail('not_found', 'there is no note with this id');
  return found;
}

/** A note as results carry it and the cards show it. */
export const toFacts = ({ id, title, folder, revision }: NoteSummary | NoteRecord) => ({ id, title, folder, revision });
export type NoteFacts = ReturnType<typeof toFacts>;

const placeOf = (folder: string) => (folder === '' ? 'in no folder' : `in folder ${JSON.stringify(folder)}`);

/** The same in a line for the model. */
export const describeNote = (note: NoteFacts) =>
  `${JSON.stringify(note.title)} (${note.id}, revision ${note.revision}, ${placeOf(note.folder)})`;
