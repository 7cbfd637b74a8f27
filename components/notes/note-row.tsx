'use client';

import { Ellipsis, FolderInput, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { type NoteFolderView, type NoteSummaryView, noteApi } from '@/lib/client/notes';
import { useT } from '../i18n/i18n-provider';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu';
import { Time } from '../ui/time';
import { MoveNote } from './move-note';
import { dragType } from './note-drag';

interface NoteRowProps {
  readonly note: NoteSummaryView;
  readonly folders: readonly NoteFolderView[];
  readonly showFolder: boolean;
  readonly onChanged: () => Promise<unknown>;
}

/** A note in the list: opened by a click, moved by its menu or by dragging it onto a folder. */
export function NoteRow({ note, folders, showFolder, onChanged }: NoteRowProps) {
  const t = useT();
  const [asking, setAsking] = useState<'move' | 'delete' | null>(null);
  const title = note.title || t('notes.untitled');

  async function remove() {
    await noteApi.remove(note.id);
    await onChanged();
  }

  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, note.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      className="flex items-center gap-1 pr-2 hover:bg-hover"
    >
      <Link
        href={`/notes/${note.id}`}
        draggable={false}
        className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 py-2.5 pl-4 -outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-40">
          <span className="block truncate text-sm">
            <bdi>{title}</bdi>
          </span>
          {note.snippet && <span className="line-clamp-2 text-faint text-xs">{note.snippet}</span>}
          {showFolder && note.folder !== '' && (
            <span className="block truncate text-faint text-xs">
              <bdi>{note.folder}</bdi>
            </span>
          )}
        </span>
        <span className="shrink-0 text-faint text-xs">
          <Time value={note.updated_at} />
        </span>
      </Link>
      <Menu
        trigger={
          <IconButton label={t('notes.more', { title })} size="small">
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
        <MoveNote note={note} folders={folders} onClose={() => setAsking(null)} onMoved={onChanged} />
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title={t('notes.deleteTitle', { title })}
        text={t('notes.deleteText')}
        confirmLabel={t('common.delete')}
        onConfirm={remove}
      />
    </li>
  );
}
