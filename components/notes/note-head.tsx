'use client';

import { ArrowLeft, Ellipsis, FolderInput, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { type NoteFolderView, type NoteView, noteApi } from '@/lib/client/notes';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { SidebarToggle } from '../layout/sidebar-toggle';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu';
import { MoveNote } from './move-note';
import { folderHref } from './use-folder-question';

interface NoteHeadProps {
  /** Where the way back leads; `''` to all notes. */
  readonly folder: string;
  readonly children: ReactNode;
}

/** The way back, and what is said and done about the note as a whole. */
export function NoteHead({ folder, children }: NoteHeadProps) {
  const t = useT();
  return (
    <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line-soft border-b px-2 py-1.5 sm:px-3">
      <SidebarToggle />
      <Link
        href={folderHref(folder || null)}
        className="inline-flex min-h-8.5 min-w-0 items-center gap-2 rounded-lg px-2 text-dim text-sm hover:text-text max-sm:flex-1 sm:max-w-[50%]"
      >
        <ArrowLeft aria-hidden className="size-4 shrink-0" />
        <bdi className="truncate">{folder || t('notes.backToList')}</bdi>
      </Link>
      {children}
    </header>
  );
}

interface NoteMenuProps {
  readonly note: NoteView;
  readonly onMoved: (note: NoteView) => Promise<unknown>;
  /** Told before the page is left. */
  readonly onDeleted: () => void;
}

export function NoteMenu({ note, onMoved, onDeleted }: NoteMenuProps) {
  const t = useT();
  const router = useRouter();
  const [asking, setAsking] = useState<'move' | 'delete' | null>(null);
  const folders = useApi<{ items: readonly NoteFolderView[] }>(asking === 'move' ? noteApi.folders : null);
  const title = note.title || t('notes.untitled');

  async function remove() {
    await noteApi.remove(note.id);
    onDeleted();
    router.push(folderHref(note.folder || null));
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('notes.more', { title })}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => setAsking('move')}>
          {t('notes.move.action')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsking('delete')}>
          {t('notes.remove')}
        </MenuItem>
      </Menu>
      {asking === 'move' && (
        <MoveNote
          note={note}
          folders={folders.data?.items ?? [{ path: note.folder, notes: 1 }]}
          onClose={() => setAsking(null)}
          onMoved={onMoved}
        />
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title={t('notes.deleteTitle', { title })}
        text={t('notes.deleteText')}
        confirmLabel={t('common.delete')}
        onConfirm={remove}
      />
    </>
  );
}
