'use client';

import { Ellipsis, FolderPen, FolderPlus, Trash2 } from 'lucide-react';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu';
import type { FolderQuestion } from './folder-dialog';

export function FolderMenu({ folder, onAsk }: { folder: string; onAsk: (question: FolderQuestion) => void }) {
  const t = useT();
  return (
    <Menu
      trigger={
        <IconButton label={t('notes.folders.more', { folder })} size="small">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => onAsk({ kind: 'create', folder })}>
        {t('notes.folders.createIn')}
      </MenuItem>
      <MenuItem icon={<FolderPen aria-hidden />} onSelect={() => onAsk({ kind: 'rename', folder })}>
        {t('notes.folders.rename')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAsk({ kind: 'remove', folder })}>
        {t('notes.folders.remove')}
      </MenuItem>
    </Menu>
  );
}
