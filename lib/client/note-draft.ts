import { type ApiFailure, toApiFailure } from './api';
import { type NoteText, type NoteView, noteApi } from './notes';

/** `conflict`: the note has become another one meanwhile; `gone`: it was deleted. Nothing is saved by itself in either. */
export type DraftState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'gone';

export interface DraftView extends NoteText {
  readonly state: DraftState;
  /** Null before it was saved for the first time. */
  readonly note: NoteView | null;
  /** What is there instead, in a conflict. */
  readonly other: NoteView | null;
  readonly failure: ApiFailure | null;
  /** Rises when the text is replaced by something else than typing. */
  readonly replaced: number;
}

interface Kept extends NoteText {
  readonly revision: number;
}

/** What a browser keeps; either may fail at any time. */
export interface DraftStorage {
  read(key: string): string | null;
  write(key: string, text: string | null): void;
}

export interface DraftOptions {
  readonly note: NoteView | null;
  readonly folder: string;
  readonly storage: DraftStorage;
  /** The title of a text that has none. */
  readonly untitled: string;
  readonly send?: Pick<typeof noteApi, 'create' | 'save'>;
}

const saveAfterMs = 1200;
const retryAfterMs = [3000, 10_000, 30_000];

const keyOf = (note: NoteView | null) => `metona.note.${note?.id ?? 'new'}`;

function parseKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const { title, content, revision } = JSON.parse(text) as Partial<Kept>;
    const isKept = typeof title === 'string' && typeof content === 'string' && typeof revision === 'number';
    return isKept ? { title, content, revision } : null;
  } catch {
    return null;
  }
}

/** The first line that says something, without the marks of a heading or a list. */
export function titleFrom(content: string): string {
  const line = content.split('\n').find((text) => text.trim() !== '') ?? '';
  return Array.from(line.replace(/^[\s#>*+-]+/, '').trim())
    .slice(0, 80)
    .join('');
}

/**
 * A note while it is written: saved a moment after the last change, kept in the browser until the server has it, and
 * never put over what somebody else wrote meanwhile without being told to.
 */
export class NoteDraft {
  #view: DraftView;
  readonly #options: Required<DraftOptions>;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #saving: Promise<void> | null = null;

  constructor(options: DraftOptions) {
    this.#options = { send: noteApi, ...options };
    const { note } = this.#options;
    const text = { title: note?.title ?? '', content: note?.content ?? '' };
    this.#view = { ...text, state: 'saved', note, other: null, failure: null, replaced: 0 };
  }

  /** Takes up what an earlier visit left unsaved in this browser. */
  restore(): void {
    const { note, title, content, state } = this.#view;
    const kept = parseKept(this.#options.storage.read(keyOf(note)));
    if (kept === null || state !== 'saved') return;
    if (kept.title === title && kept.content === content) return this.#forget();
    const isOutdated = note !== null && kept.revision !== note.revision;
    const change = { title: kept.title, content: kept.content, replaced: this.#view.replaced + 1 };
    this.#set({ ...change, state: isOutdated ? 'conflict' : 'unsaved', other: isOutdated ? note : null });
    if (!isOutdated) this.#schedule();
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly view = () => this.#view;

  change(text: Partial<NoteText>): void {
    const { state } = this.#view;
    const isHeld = state === 'conflict' || state === 'gone';
    this.#set({ ...text, ...(isHeld ? {} : { state: state === 'saving' ? 'saving' : 'unsaved' }) });
    this.#keep();
    if (!isHeld && state !== 'saving') this.#schedule();
  }

  /** Saves at once what is not saved yet. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#saving !== null) await this.#saving;
    if (this.#view.state !== 'unsaved' && this.#view.state !== 'failed') return;
    this.#saving = this.#send().finally(() => {
      this.#saving = null;
    });
    await this.#saving;
  }

  /** The note as it was read again; taken over unless something here is not saved. */
  refresh(note: NoteView): void {
    const { state, note: known } = this.#view;
    if (state !== 'saved' || known === null || note.id !== known.id || note.revision < known.revision) return;
    // What was sent may be stored a little differently; that is no reason to change it under the one who writes.
    if (note.revision === known.revision) this.#set({ note });
    else this.#replace(note);
  }

  /** Puts what is here over what is there. */
  async overwrite(): Promise<void> {
    const { other, state } = this.#view;
    if (state !== 'conflict' || other === null) return;
    this.#set({ state: 'unsaved', note: other, other: null });
    this.#keep();
    await this.save();
  }

  /** Gives up what is here for what is there. */
  takeOther(): void {
    const { other, state } = this.#view;
    if (state === 'conflict' && other !== null) this.#replace(other);
  }

  /** Keeps what is here as a note of its own; gives back that note. Rejects when it cannot be saved. */
  async saveCopy(): Promise<NoteView> {
    const { note, other } = this.#view;
    const copy = await this.#options.send.create({ ...this.#named(), folder: note?.folder ?? this.#options.folder });
    if (other !== null) this.#replace(other);
    else this.#forget();
    return copy;
  }

  /** Gives up what is here: the note was deleted by the one who wrote it. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#forget();
    this.#set({ state: 'saved' });
  }

  async #send(): Promise<void> {
    const { title, content, note } = this.#view;
    this.#set({ state: 'saving' });
    try {
      const saved = await this.#request(note);
      this.#failures = 0;
      if (note === null) this.#forget();
      const isWhole = this.#view.title === title && this.#view.content === content;
      this.#set({ note: saved, state: isWhole ? 'saved' : 'unsaved', failure: null });
      if (isWhole) return this.#forget();
      this.#keep();
      this.#schedule();
    } catch (caught) {
      this.#fail(toApiFailure(caught));
    }
  }

  #request(note: NoteView | null): Promise<NoteView> {
    const { send, folder } = this.#options;
    if (note === null) return send.create({ ...this.#named(), folder });
    return send.save(note.id, this.#named(), note.revision);
  }

  #named(): NoteText {
    const { title, content } = this.#view;
    return { title: title.trim() || titleFrom(content) || this.#options.untitled, content };
  }

  #fail(failure: ApiFailure): void {
    this.#keep();
    const current = failure.current as NoteView | undefined;
    if (failure.status === 409 && current !== undefined)
      return this.#set({ state: 'conflict', other: current, failure });
    if (failure.status === 404) return this.#set({ state: 'gone', failure });
    this.#set({ state: 'failed', failure });
    const isHopeless = failure.status >= 400 && failure.status < 500 && failure.status !== 429;
    if (isHopeless) return;
    const wait = retryAfterMs[Math.min(this.#failures, retryAfterMs.length - 1)] ?? saveAfterMs;
    this.#failures += 1;
    this.#schedule(failure.error.retryAfterMs ?? wait);
  }

  #replace(note: NoteView): void {
    const { title, content } = note;
    this.#set({ note, title, content, state: 'saved', other: null, failure: null, replaced: this.#view.replaced + 1 });
    this.#forget();
  }

  #schedule(wait = saveAfterMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), wait);
  }

  #keep(): void {
    const { title, content, note } = this.#view;
    this.#options.storage.write(keyOf(note), JSON.stringify({ title, content, revision: note?.revision ?? 0 }));
  }

  #forget(): void {
    this.#options.storage.write(keyOf(this.#view.note), null);
  }

  #set(change: Partial<DraftView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
