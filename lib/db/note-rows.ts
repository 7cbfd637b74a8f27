import 'server-only';
import type { NoteRecord, NoteSummary } from '@/lib/agent/ports';
import { MetonaFailure, normaliseFolder, noteLimits } from '@/lib/ir';
import type { NoteModel } from './generated/models';
import { searchTextOf } from './search-text';
import { storableText } from './storable';

export const summaryColumns = { id: true, title: true, folder: true, revision: true, updatedAt: true } as const;

export const toSummary = (row: Pick<NoteModel, keyof typeof summaryColumns>): NoteSummary => ({
  id: row.id,
  title: row.title,
  folder: row.folder,
  revision: row.revision,
  updatedAt: row.updatedAt.getTime(),
});

export const toRecord = (row: NoteModel): NoteRecord => ({
  ...toSummary(row),
  content: row.content,
  createdAt: row.createdAt.getTime(),
});

const refuse = (message: string) => new MetonaFailure({ code: 'invalid_request', message, retryable: false });

/** The one spelling of a folder, or a refusal. */
export function folderOf(given: string): string {
  const check = normaliseFolder(given);
  if (check.ok) return check.path;
  throw refuse(`This is not a name for a folder of notes (${check.flaw}). Write names joined by "/", like Work/Ideas.`);
}

/** What a note says, as it is stored. */
export function textColumns(given: { title: string; content: string }) {
  const [title, content] = [storableText(given.title), storableText(given.content)];
  if (content.length > noteLimits.contentChars) {
    throw refuse(`A note holds ${noteLimits.contentChars} characters at most; this would be ${content.length}.`);
  }
  return { title, content, searchText: searchTextOf(`${title}\n${content}`) };
}
