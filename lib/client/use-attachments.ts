'use client';

import { useCallback, useRef, useState } from 'react';
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

export interface Attachments {
  readonly items: readonly Attachment[];
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  /** Puts uploaded files in the place of what was attached, and forgets that; nothing is deleted. */
  readonly reset: (files: readonly FileView[]) => void;
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

/** Files are uploaded as soon as they are attached; the message then only names them. */
export function useAttachments(): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const current = useRef(items);
  const counter = useRef(0);
  const change = useCallback((next: (before: readonly Attachment[]) => readonly Attachment[]) => {
    current.current = next(current.current);
    setItems(current.current);
  }, []);

  const add = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        counter.current += 1;
        const key = `attachment-${counter.current}`;
        const attached: Attachment = { key, name: file.name, size: file.size, state: { kind: 'uploading' } };
        change((before) => [...before, attached]);
        void upload(file).then((state) => {
          const isWanted = current.current.some((item) => item.key === key);
          if (isWanted) change((before) => before.map((item) => (item.key === key ? { ...item, state } : item)));
          else discard(state);
        });
      }
    },
    [change],
  );
  const remove = useCallback(
    (key: string) => {
      const item = current.current.find((known) => known.key === key);
      change((before) => before.filter((known) => known.key !== key));
      if (item) discard(item.state);
    },
    [change],
  );
  const reset = useCallback((files: readonly FileView[]) => change(() => files.map(readyOf)), [change]);
  return { items, add, remove, reset };
}

/** What can be sent along; null while something is under way or has failed. */
export function readyFiles(items: readonly Attachment[]): readonly FileView[] | null {
  const ready = items.flatMap(({ state }) => (state.kind === 'ready' ? [state.file] : []));
  return ready.length === items.length ? ready : null;
}
