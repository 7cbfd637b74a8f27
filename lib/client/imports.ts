import { ApiFailure, api, readFailure } from './api';

/** Why one conversation of a file was not taken in. */
export type ImportFlaw =
  | 'broken'
  | 'not_a_conversation'
  | 'wrong_shape'
  | 'empty'
  | 'loop'
  | 'too_large'
  | 'too_many_messages'
  | 'message_too_long'
  | 'not_saved';

/** What an archive of a whole account holds beside conversations. */
export const libraryKinds = ['note', 'task', 'memory', 'skill', 'setting'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

interface Counts {
  readonly imported: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Why a file could not be read (to its end). */
export type UnreadableFile = 'not_an_export' | 'broken_archive' | 'encrypted' | 'archive_too_large' | 'nothing_inside';

/** A file with conversations, as the API answers. Times are ISO 8601. */
export interface ImportView {
  /** Null for one that was taken in at once. */
  readonly import_id: string | null;
  readonly name: string;
  readonly size: number;
  readonly state: 'receiving' | 'waiting' | 'running' | 'done' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  readonly error: UnreadableFile | null;
  readonly imported: readonly {
    readonly title: string | null;
    readonly session_id: string;
    readonly messages: number;
  }[];
  readonly failed: readonly {
    readonly title: string | null;
    readonly index: number;
    readonly reason: ImportFlaw;
    readonly detail: string | null;
    /** Left out for a conversation. */
    readonly kind?: LibraryKind | 'folder';
  }[];
  readonly skipped: readonly { readonly title: string | null; readonly session_id: string }[];
  /** Of conversations. */
  readonly counts: Counts;
  readonly library: { readonly [Kind in LibraryKind]?: Counts };
  readonly created_at: string;
  readonly finished_at: string | null;
}

const path = '/api/sessions/import';
const isArchive = ({ name, type }: File) => /zip/.test(type) || name.toLowerCase().endsWith('.zip');

const failed = (code: 'unavailable' | 'user_aborted'): ApiFailure =>
  new ApiFailure({ code, message: code, retryable: code === 'unavailable' }, { status: 0 });

/** Sends a file; only this way of asking tells how much of it is on its way. Rejects with `ApiFailure` only. */
function send(file: File, onSent: (share: number) => void, signal: AbortSignal): Promise<ImportView> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${path}?name=${encodeURIComponent(file.name.slice(-200).toWellFormed())}`);
    request.setRequestHeader('content-type', isArchive(file) ? 'application/zip' : 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(failed('unavailable'));
    request.onabort = () => reject(failed('user_aborted'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 200 || status > 299) return void readFailure(new Response(responseText, { status })).then(reject);
      try {
        resolve(JSON.parse(responseText) as ImportView);
      } catch {
        reject(failed('unavailable'));
      }
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

export const importApi = {
  list: path,
  path: (id: string) => `${path}/${encodeURIComponent(id)}`,
  send,
  remove: (id: string) => api.delete(`${path}/${encodeURIComponent(id)}`),
  exportPath: '/api/account/export',
};
