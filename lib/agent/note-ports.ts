import type { NoteBlock } from '@/lib/ir';

export interface NoteSummary {
  readonly id: string;
  readonly title: string;
  /** As `normaliseFolder` spells it; `''` for none. */
  readonly folder: string;
  /** Rises with every change of title or content. */
  readonly revision: number;
  readonly updatedAt: number;
}
export interface NoteRecord extends NoteSummary {
  readonly content: string;
  readonly createdAt: number;
}
export interface NoteHit extends NoteSummary {
  readonly snippet: string;
}

/** How the text of a note becomes another one: all of it, one of its blocks, or what comes after it. */
export type NoteEdit =
  | { readonly kind: 'replace'; readonly content: string }
  | { readonly kind: 'block'; readonly blockId: string; readonly content: string }
  | { readonly kind: 'append'; readonly content: string };

export interface NoteChange {
  readonly title?: string | undefined;
  readonly folder?: string | undefined;
  readonly edit?: NoteEdit | undefined;
  /** The revision the change was made from; when the note has another by now, nothing is changed. */
  readonly baseRevision?: number | undefined;
}

export interface NotePageRequest {
  readonly limit: number;
  readonly before?: string | undefined;
  /** Only what lies in this folder itself. */
  readonly folder?: string | undefined;
}

export interface NoteFolder {
  readonly path: string;
  /** In the folder itself. */
  readonly notes: number;
}

/**
 * Notes as tools need them; every call is confined to the user. `null` means absent. Folders are normalised here; one
 * that is no folder rejects with `invalid_request`, as does a text that would be too long.
 */
export interface NoteStore {
  create(userId: string, note: { title: string; content: string; folder?: string | undefined }): Promise<NoteRecord>;
  read(userId: string, noteId: string): Promise<NoteRecord | null>;
  /** Note and blocks of the same moment. */
  readWithBlocks(userId: string, noteId: string): Promise<{ note: NoteRecord; blocks: NoteBlock[] } | null>;
  /** The most recently changed first. */
  list(userId: string, page: NotePageRequest): Promise<{ items: NoteSummary[]; nextCursor: string | null }>;
  search(userId: string, query: string, limit: number): Promise<NoteHit[]>;
  /** Rejects with `conflict` when the note is no longer what the change was made from, `not_found` for an unknown block. */
  change(userId: string, noteId: string, change: NoteChange): Promise<NoteRecord | null>;
  /** False when no such note was ever the user's. Rejects with `conflict` when it has another revision than this one. */
  delete(userId: string, noteId: string, baseRevision?: number): Promise<boolean>;
  /** Sorted by path; `''` is among them when it holds notes. */
  folders(userId: string): Promise<NoteFolder[]>;
}
