'use client';

import { clsx } from 'clsx';
import { Folder, FolderPlus, NotebookPen } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { folderDepth, folderName, type NoteFolderView, noteApi } from '@/lib/client/notes';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { IconButton } from '../ui/icon-button';
import { useToast } from '../ui/toaster';
import { FolderDialog } from './folder-dialog';
import { FolderMenu } from './folder-menu';
import { carriesNote, dragType } from './note-drag';
import { folderHref, useFolderQuestion } from './use-folder-question';

interface FolderTreeProps {
  readonly folders: readonly NoteFolderView[];
  /** Null for all notes. */
  readonly current: string | null;
  readonly onChanged: () => Promise<unknown>;
  readonly className?: string;
}

/** The steps by which a folder stands in; deeper ones stay at the last. */
const indents = ['pl-2', 'pl-5', 'pl-8', 'pl-11', 'pl-14'] as const;
const indentOf = (depth: number) => indents[Math.min(depth, indents.length - 1)];

/** Folders as places to go to and to drop notes on. */
export function FolderTree({ folders, current, onChanged, className }: FolderTreeProps) {
  const t = useT();
  const { ask, dialog } = useFolderQuestion(onChanged);
  const drop = useDrop(onChanged);
  const loose = folders.find(({ path }) => path === '')?.notes ?? 0;
  const named = folders.filter(({ path }) => path !== '');
  return (
    <nav aria-label={t('notes.folders.label')} className={clsx('flex flex-col gap-1', className)}>
      <div className="flex items-center justify-between pl-2">
        <h2 className="font-medium text-dim text-xs">{t('notes.folders.label')}</h2>
        <IconButton label={t('notes.folders.create')} size="small" onClick={() => ask({ kind: 'create', folder: '' })}>
          <FolderPlus />
        </IconButton>
      </div>
      <ul className="flex flex-col gap-px">
        <TreeRow href={folderHref(null)} isCurrent={current === null} icon={<NotebookPen />}>
          {t('notes.folders.all')}
        </TreeRow>
        <TreeRow
          href={folderHref('')}
          isCurrent={current === ''}
          icon={<Folder className="text-faint" />}
          count={loose}
          onDropNote={(id) => drop(id, '')}
        >
          {t('notes.folders.none')}
        </TreeRow>
        {named.map(({ path, notes }) => (
          <TreeRow
            key={path}
            href={folderHref(path)}
            isCurrent={current === path}
            icon={<Folder />}
            depth={folderDepth(path)}
            count={notes}
            menu={<FolderMenu folder={path} onAsk={ask} />}
            onDropNote={(id) => drop(id, path)}
          >
            <bdi title={path}>{folderName(path)}</bdi>
          </TreeRow>
        ))}
      </ul>
      {dialog && <FolderDialog {...dialog} />}
    </nav>
  );
}

function useDrop(onChanged: () => Promise<unknown>) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  return async (noteId: string, folder: string) => {
    try {
      await noteApi.move(noteId, folder);
      await onChanged();
      show(folder === '' ? t('notes.move.doneNone') : t('notes.move.done', { folder }));
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  };
}

interface TreeRowProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly depth?: number;
  readonly count?: number;
  readonly menu?: ReactNode;
  readonly onDropNote?: (noteId: string) => Promise<unknown>;
}

function TreeRow({ href, isCurrent, icon, children, depth = 0, count, menu, onDropNote }: TreeRowProps) {
  const t = useT();
  const [isOver, setIsOver] = useState(false);
  return (
    <li
      onDragOver={(event) => {
        if (onDropNote === undefined || !carriesNote(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void onDropNote?.(event.dataTransfer.getData(dragType));
      }}
      className={clsx(
        'flex items-center rounded-lg',
        isCurrent ? 'bg-hover text-text' : 'text-dim hover:bg-hover hover:text-text',
        isOver && 'outline-2 outline-focus',
      )}
    >
      <Link
        href={href}
        draggable={false}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(
          'flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-lg pr-1 text-sm [&_svg]:size-4 [&_svg]:shrink-0',
          indentOf(depth),
        )}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {count !== undefined && count > 0 && (
          <span className="text-faint text-xs tabular-nums">
            <span aria-hidden>{count}</span>
            <span className="sr-only">{t('notes.folders.count', { count })}</span>
          </span>
        )}
      </Link>
      {menu ?? <span className="w-7 shrink-0" />}
    </li>
  );
}
