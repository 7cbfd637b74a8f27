'use client';

import { useState } from 'react';
import type { DraftView, NoteDraft } from '@/lib/client/note-draft';
import { FileChange } from '../chat/file-change';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

interface NoteTroubleProps {
  readonly draft: NoteDraft;
  readonly view: DraftView;
  /** What was here is a note of its own now. */
  readonly onCopied: (noteId: string) => void;
}

/** What a person decides when the note has become another one, or none, while he was writing. */
export function NoteTrouble({ draft, view, onCopied }: NoteTroubleProps) {
  const t = useT();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { state, other } = view;
  if (state !== 'conflict' && state !== 'gone') return null;
  const isGone = state === 'gone';

  async function act(work: () => Promise<unknown>) {
    setIsBusy(true);
    setError(undefined);
    await work().catch((caught: unknown) => setError(errorText(caught)));
    setIsBusy(false);
  }
  const copy = () => act(async () => onCopied((await draft.saveCopy()).id));

  return (
    <section
      data-testid="note-conflict"
      aria-label={t(isGone ? 'notes.conflict.goneTitle' : 'notes.conflict.title')}
      className="flex max-h-[60dvh] min-h-0 shrink-0 flex-col gap-3 overflow-y-auto border-line-soft border-b px-4 py-3"
    >
      <Notice tone="warning">
        <p className="font-medium">{t(isGone ? 'notes.conflict.goneTitle' : 'notes.conflict.title')}</p>
        <p className="text-dim">{t(isGone ? 'notes.conflict.goneText' : 'notes.conflict.text')}</p>
      </Notice>
      {other !== null && (
        <div className="flex flex-col gap-1">
          <p className="text-dim text-xs">{t('notes.conflict.difference')}</p>
          <FileChange
            path={other.title}
            before={`${other.title}\n\n${other.content}`}
            after={`${view.title}\n\n${view.content}`}
          />
        </div>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="flex flex-wrap gap-2">
        {!isGone && (
          <>
            <Button variant="primary" busy={isBusy} onClick={() => void act(() => draft.overwrite())}>
              {t('notes.conflict.mine')}
            </Button>
            <Button disabled={isBusy} onClick={() => draft.takeOther()}>
              {t('notes.conflict.other')}
            </Button>
          </>
        )}
        <Button disabled={isBusy} onClick={() => void copy()}>
          {t(isGone ? 'notes.conflict.goneCopy' : 'notes.conflict.copy')}
        </Button>
      </div>
    </section>
  );
}
