import { type ApiFailure, toApiFailure } from './api';
import { type FileView, fileApi, mostFileBytes } from './files';

type AttachmentProblem = 'tooLarge' | 'noRoom' | 'notText' | 'failed';

/** A file on its way into the next message. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly state:
    | { readonly kind: 'uploading' }
    | { readonly kind: 'ready'; readonly file: FileView }
    | { readonly kind: 'failed'; readonly problem: AttachmentProblem; readonly failure: ApiFailure | null };
}

const problemByStatus: Readonly<Record<number, AttachmentProblem>> = { 400: 'notText', 413: 'noRoom' };

const readyOf = (file: FileView): Attachment => ({
  key: file.id,
  name: file.path,
  size: file.size,
  state: { kind: 'ready', file },
});

async function upload(file: File): Promise<Attachment['state']> {
  if (file.size > mostFileBytes) return { kind: 'failed', problem: 'tooLarge', failure: null };
  try {
    return { kind: 'ready', file: await fileApi.upload(file) };
  } catch (caught) {
    const failure = toApiFailure(caught);
    return { kind: 'failed', problem: problemByStatus[failure.status] ?? 'failed', failure };
  }
}

/** Deleting is tidiness only: a file that stays is listed among all files. */
function discard(state: Attachment['state']): void {
  if (state.kind === 'ready') fileApi.remove(state.file.id).catch(() => undefined);
}

export interface UnsentState {
  /** Pictures as data URIs. */
  readonly images: readonly string[];
  readonly files: readonly Attachment[];
}

/** What is attached to a message that is being written. Files are uploaded at once; the message then only names them. */
export class Unsent {
  #state: UnsentState = { images: [], files: [] };
  readonly #listeners = new Set<() => void>();
  #attached = 0;

  state = (): UnsentState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(change: Partial<UnsentState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  setImages = (images: readonly string[]): void => this.#change({ images });

  add = (files: readonly File[]): void => {
    for (const file of files) {
      this.#attached += 1;
      const key = `attachment-${this.#attached}`;
      const attached: Attachment = { key, name: file.name, size: file.size, state: { kind: 'uploading' } };
      this.#change({ files: [...this.#state.files, attached] });
      void upload(file).then((state) => {
        const { files: known } = this.#state;
        if (!known.some((item) => item.key === key)) discard(state);
        else this.#change({ files: known.map((item) => (item.key === key ? { ...item, state } : item)) });
      });
    }
  };

  remove = (key: string): void => {
    const item = this.#state.files.find((known) => known.key === key);
    this.#change({ files: this.#state.files.filter((known) => known.key !== key) });
    if (item) discard(item.state);
  };

  /** Puts uploaded files in the place of what was attached, and forgets that; nothing is deleted. */
  reset = (files: readonly FileView[]): void => this.#change({ files: files.map(readyOf) });
}

/** By conversation, null for the one that has no id yet: what was attached is still there when a reader comes back. */
const kept = new Map<string | null, Unsent>();

export function unsentOf(sessionId: string | null): Unsent {
  // Rendered on the server first, where nothing may be kept between two readers.
  const unsent = kept.get(sessionId) ?? new Unsent();
  if (typeof window !== 'undefined') kept.set(sessionId, unsent);
  return unsent;
}

/** A new chat has got an id: what belongs to it is no longer the next one's. */
export function nameUnsent(sessionId: string, unsent: Unsent): void {
  if (kept.get(null) === unsent) kept.delete(null);
  kept.set(sessionId, unsent);
}

export function forgetUnsent(sessionId: string): void {
  kept.delete(sessionId);
}

/** What can be sent along; null while something is under way or has failed. */
export function readyFiles(items: readonly Attachment[]): readonly FileView[] | null {
  const ready = items.flatMap(({ state }) => (state.kind === 'ready' ? [state.file] : []));
  return ready.length === items.length ? ready : null;
}
