'use client';

import { clsx } from 'clsx';
import { PanelLeftClose, Search, SquarePen, X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { MouseEvent } from 'react';
import { useWaiting } from '@/lib/client/use-waiting';
import { SessionList } from '../chat/session-list';
import { useT } from '../i18n/i18n-provider';
import { usePalette } from '../palette/palette-provider';
import { IconButton } from '../ui/icon-button';
import { Brand } from './brand';
import { places } from './places';
import { useSidebar } from './sidebar-context';
import type { SidebarUser } from './sidebar-user';
import { UserMenu } from './user-menu';

export function Sidebar({ user, inDrawer = false }: { user: SidebarUser; inDrawer?: boolean }) {
  const t = useT();
  const { setDrawerOpen } = useSidebar();
  // Also where the link leads to the page that is there already, or to another place on it.
  const leave = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) setDrawerOpen(false);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by keyboard is clicked as well
    <nav
      aria-label={t('layout.navigation')}
      onClick={leave}
      className="flex h-full min-h-0 flex-col bg-side px-2.5 pt-3 pb-2"
    >
      <Head inDrawer={inDrawer} />
      <Link
        href="/"
        className="mx-0.5 mb-2 flex min-h-9 items-center gap-2.5 rounded-lg border border-line bg-bg px-3 text-sm hover:border-edge"
      >
        <SquarePen aria-hidden className="size-4 text-dim" />
        {t('layout.newChat')}
      </Link>
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <SessionList />
      </div>
      <Places />
      <UserMenu user={user} />
    </nav>
  );
}

function Head({ inDrawer }: { inDrawer: boolean }) {
  const t = useT();
  const { setHidden, setDrawerOpen } = useSidebar();
  const open = usePalette();
  return (
    <div className="flex items-center justify-between pr-0.5 pb-2.5 pl-2">
      <Link href="/" className="rounded-md">
        <Brand />
      </Link>
      <IconButton
        label={t('layout.palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        className="ml-auto"
        onClick={open}
      >
        <Search />
      </IconButton>
      {inDrawer ? (
        <IconButton label={t('layout.closeMenu')} onClick={() => setDrawerOpen(false)}>
          <X />
        </IconButton>
      ) : (
        <IconButton label={t('layout.collapseSidebar')} onClick={() => setHidden(true)}>
          <PanelLeftClose />
        </IconButton>
      )}
    </div>
  );
}

function Places() {
  const t = useT();
  const path = usePathname();
  return (
    <ul className="mt-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)] gap-px border-line-soft border-t pt-2">
      {places.map(({ href, key, icon: Icon }) => {
        const here = path === href || path.startsWith(`${href}/`);
        return (
          <li key={href}>
            <Link
              href={href}
              aria-current={here ? 'page' : undefined}
              className={clsx(
                'flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm transition-colors pointer-coarse:min-h-10',
                here ? 'bg-hover text-text' : 'text-dim hover:bg-hover hover:text-text',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 truncate">{t(key)}</span>
              {href === '/inbox' && <WaitingCount />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** How much waits for a decision. A page of the list is all that is counted. */
function WaitingCount() {
  const t = useT();
  const { questions, memories } = useWaiting();
  const count = questions.length + memories.length;
  if (count === 0) return null;
  return (
    <span
      data-testid="waiting-count"
      className="ml-auto min-w-5 rounded-full bg-amber-fill px-1.5 text-center font-semibold text-2xs text-on-amber tabular-nums"
    >
      <span className="sr-only">{t('chat.inbox.label', { count })}</span>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
    </span>
  );
}
