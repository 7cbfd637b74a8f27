import { api } from './api';

/** A note as lists show it. Times are ISO 8601; `folder` is `''` for none. */
export interface NoteSummaryView {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  readonly revision: number;
  readonly updated_at: string;
  /** The passage that matched, in search results. */
  readonly snippet?: string;
}

/** Where a block stands in its note, and what a citation calls it. */
export interface NoteBlockView {
  readonly id: string;
  readonly kind: string;
  readonly heading: readonly string[];
  readonly start_line: number;
  readonly end_line: number;
  readonly text: string;
}

export interface NoteView extends NoteSummaryView {
  readonly content: string;
  readonly created_at: string;
  readonly blocks: readonly NoteBlockView[];
}

export interface NoteFolderView {
  readonly path: string;
  readonly notes: number;
}

export interface NoteText {
  readonly title: string;
  readonly content: string;
}

const notePath = (id: string) => `/api/notes/${encodeURIComponent(id)}`;
const folders = '/api/notes/folders';

/** Which notes a list shows: those of a folder (`''`: of none), or of all. */
function listPath({ folder, query }: { folder: string | null; query: string }): string {
  if (query !== '') return `/api/notes?q=${encodeURIComponent(query)}`;
  return folder === null ? '/api/notes' : `/api/notes?folder=${encodeURIComponent(folder)}`;
}

export const noteApi = {
  path: notePath,
  list: listPath,
  folders,
  create: (note: NoteText & { readonly folder: string }) => api.post<NoteView>('/api/notes', note),
  /** Refused with what is there when the note has another revision by now. */
  save: (id: string, text: NoteText, revision: number) =>
    api.patch<NoteView>(notePath(id), { ...text, base_revision: revision }),
  move: (id: string, folder: string) => api.patch<NoteView>(notePath(id), { folder }),
  remove: (id: string) => api.delete(notePath(id)),
  createFolder: (path: string) => api.post<{ path: string }>(folders, { path }),
  renameFolder: (path: string, to: string) => api.patch<{ path: string }>(folders, { path, to }),
  removeFolder: (path: string) => api.delete(`${folders}?path=${encodeURIComponent(path)}`),
};

/** The folders around a folder and itself, each with its own name. */
export const folderName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
export const folderParent = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const folderDepth = (path: string) => (path === '' ? 0 : path.split('/').length - 1);
