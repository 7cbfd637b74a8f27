'use client';

import { clsx } from 'clsx';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { NoteView } from '@/lib/client/notes';
import { replaceAddress } from '@/lib/client/transition';
import { noteLimits } from '@/lib/ir/note-folder';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Notice } from '../ui/notice';
import { NoteHead, NoteMenu } from './note-head';
import { NotePreview } from './note-preview';
import { NoteTrouble } from './note-trouble';
import { SaveState } from './save-state';
import { TextEditor } from './text-editor';
import { useCitedBlock } from './use-cited-block';
import { useNoteDraft } from './use-note-draft';
import { type NoteSide, ViewTabs } from './view-tabs';

interface NoteDeskProps {
  /** Null for a new one. */
  readonly note: NoteView | null;
  readonly folder: string;
  readonly onSaved: (note: NoteView) => Promise<unknown>;
}

const noBlocks: NoteView['blocks'] = [];

/** The text and how it reads: side by side where there is room, one at a time elsewhere. */
export function NoteDesk({ note, folder, onSaved }: NoteDeskProps) {
  const t = useT();
  const router = useRouter();
  const { draft, view } = useNoteDraft({ note, folder, untitled: t('notes.untitled') });
  const cited = useCitedBlock();
  const [side, setSide] = useState<NoteSide>(note === null ? 'write' : 'read');
  const stored = view.note;
  useSavedNote(stored, note, onSaved);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <NoteHead folder={stored?.folder ?? folder}>
        <div className="min-w-0 max-sm:order-last max-sm:basis-full max-sm:px-2 sm:flex-1">
          <SaveState state={view.state} isBlank={stored === null} failure={view.failure} />
        </div>
        <ViewTabs side={side} onSide={setSide} />
        {stored && <NoteMenu note={stored} onMoved={onSaved} onDeleted={() => draft.discard()} />}
      </NoteHead>
      <NoteTrouble draft={draft} view={view} onCopied={(id) => router.push(`/notes/${id}`)} />
      <TooLong length={view.content.length} />
      <h1 className="sr-only">{view.title || t('notes.untitled')}</h1>
      <div className="grid min-h-0 flex-1 lg:grid-cols-2">
        <div className={clsx('flex min-h-0 min-w-0 flex-col', side === 'read' && 'max-lg:hidden')}>
          <input
            aria-label={t('notes.noteTitle')}
            placeholder={t('notes.noteTitle')}
            value={view.title}
            maxLength={noteLimits.titleChars}
            className="w-full shrink-0 border-transparent border-b bg-transparent px-4 pt-3 pb-1 font-semibold text-lg outline-none placeholder:text-faint focus-visible:border-edge"
            onChange={(event) => draft.change({ title: event.target.value })}
          />
          <div className="min-h-0 flex-1">
            <TextEditor
              text={view.content}
              replaced={view.replaced}
              onChange={(content) => draft.change({ content })}
            />
          </div>
        </div>
        <section
          aria-label={t('notes.editor.preview')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          className={clsx(
            'min-h-0 min-w-0 overflow-y-auto border-line-soft -outline-offset-2 lg:border-l',
            side === 'write' && 'max-lg:hidden',
          )}
        >
          <p className="px-4 pt-3 font-semibold text-xl [overflow-wrap:anywhere] lg:hidden">
            {view.title || t('notes.untitled')}
          </p>
          <NotePreview text={view.content} saved={stored?.blocks ?? noBlocks} target={cited} />
        </section>
      </div>
    </div>
  );
}

/** Lets the rest of the app know what was saved; a note that is new gets its address without the page starting over. */
function useSavedNote(stored: NoteView | null, given: NoteView | null, onSaved: NoteDeskProps['onSaved']) {
  useEffect(() => {
    if (stored === null || stored === given) return;
    if (given === null) replaceAddress(`/notes/${stored.id}`);
    else void onSaved(stored);
  }, [stored, given, onSaved]);
}

function TooLong({ length }: { length: number }) {
  const t = useT();
  const format = useFormat();
  if (length <= noteLimits.contentChars) return null;
  const [most, count] = [format.number(noteLimits.contentChars), format.number(length)];
  return (
    <div className="px-4 py-2">
      <Notice tone="error">{t('notes.editor.tooLong', { most, count })}</Notice>
    </div>
  );
}
