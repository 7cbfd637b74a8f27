'use client';

import { clsx } from 'clsx';
import { FolderPlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { NoteFolderView } from '@/lib/client/notes';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';
import { Select } from '../ui/input';
import { FolderDialog } from './folder-dialog';
import { FolderMenu } from './folder-menu';
import { folderHref, useFolderQuestion } from './use-folder-question';

interface FolderPickerProps {
  readonly folders: readonly NoteFolderView[];
  readonly current: string | null;
  readonly onChanged: () => Promise<unknown>;
  readonly className?: string;
}

/** Stands for all notes: no folder has this name. */
const all = '/';

/** The folders where there is no room for a tree. */
export function FolderPicker({ folders, current, onChanged, className }: FolderPickerProps) {
  const t = useT();
  const router = useRouter();
  const { ask, dialog } = useFolderQuestion(onChanged);
  const label = (path: string, notes: number) => (notes === 0 ? path : `${path} (${notes})`);
  const named = folders.filter(({ path }) => path !== '');
  const isUnknown = current !== null && current !== '' && !named.some(({ path }) => path === current);
  return (
    <div className={clsx('flex items-center gap-1.5', className)}>
      <Select
        aria-label={t('notes.folders.label')}
        value={current ?? all}
        onChange={(event) => router.push(folderHref(event.target.value === all ? null : event.target.value))}
      >
        <option value={all}>{t('notes.folders.all')}</option>
        <option value="">{t('notes.folders.none')}</option>
        {isUnknown && <option value={current}>{current}</option>}
        {named.map(({ path, notes }) => (
          <option key={path} value={path}>
            {label(path, notes)}
          </option>
        ))}
      </Select>
      {current && <FolderMenu folder={current} onAsk={ask} />}
      <IconButton label={t('notes.folders.create')} onClick={() => ask({ kind: 'create', folder: '' })}>
        <FolderPlus />
      </IconButton>
      {dialog && <FolderDialog {...dialog} />}
    </div>
  );
}
