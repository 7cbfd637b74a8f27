'use client';

import { ChevronsUpDown, LogOut } from 'lucide-react';
import { useT } from '../i18n/i18n-provider';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu';
import { AppearanceChoices } from './appearance-choices';
import type { SidebarUser } from './sidebar-user';
import { useSignOut } from './use-sign-out';

/** Who is signed in; theme, language and the way out. */
export function UserMenu({ user }: { user: SidebarUser }) {
  const t = useT();
  const { busy, leave } = useSignOut();
  const name = user.name?.trim() || user.email;
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          className="mt-1.5 flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2 text-left hover:bg-hover"
        >
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-raise font-medium text-xs uppercase"
          >
            {[...name][0]}
          </span>
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate text-sm">{name}</span>
            {user.role === 'admin' && <span className="block text-2xs text-faint">{t('layout.administrator')}</span>}
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
        </button>
      }
    >
      <AppearanceChoices />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} disabled={busy} onSelect={leave}>
        {busy ? t('layout.signingOut') : t('layout.signOut')}
      </MenuItem>
    </Menu>
  );
}
