'use client';

import { clsx } from 'clsx';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n-provider';
import { PaletteProvider } from '../palette/palette-provider';
import { useFocusReturn } from '../ui/use-focus-return';
import { OfflinePage } from './offline-page';
import { RunNotifications } from './run-notifications';
import { SessionGuard } from './session-guard';
import { Sidebar } from './sidebar';
import { SidebarProvider, useSidebar } from './sidebar-context';
import type { SidebarUser } from './sidebar-user';
import { SkipLink } from './skip-link';

interface AppShellProps {
  readonly user: SidebarUser;
  readonly sidebarHidden: boolean;
  readonly children: ReactNode;
}

/** The frame of every signed-in page: the sidebar beside (a drawer on phones) and the page, which scrolls by itself. */
export function AppShell({ user, sidebarHidden, children }: AppShellProps) {
  return (
    <SessionGuard>
      <SidebarProvider initiallyHidden={sidebarHidden}>
        <PaletteProvider isAdmin={user.role === 'admin'}>
          <SkipLink />
          <Frame user={user}>{children}</Frame>
        </PaletteProvider>
        <RunNotifications />
        <OfflinePage />
      </SidebarProvider>
    </SessionGuard>
  );
}

function Frame({ user, children }: { user: SidebarUser; children: ReactNode }) {
  const { hidden } = useSidebar();
  return (
    <div className={clsx('grid h-dvh', !hidden && 'md:grid-cols-[16.5rem_minmax(0,1fr)]')}>
      {!hidden && (
        <div className="min-h-0 border-line-soft border-r max-md:hidden">
          <Sidebar user={user} />
        </div>
      )}
      <Drawer user={user} />
      <main id="content" tabIndex={-1} className="relative min-h-0 min-w-0 overflow-y-auto outline-none">
        {children}
      </main>
    </div>
  );
}

/** The drawer itself takes the focus: a button of it would show its hint unasked. */
function focusFrame(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function Drawer({ user }: { user: SidebarUser }) {
  const t = useT();
  const { drawerOpen, setDrawerOpen } = useSidebar();
  const { remember, giveBack } = useFocusReturn();
  return (
    <Dialog.Root open={drawerOpen} onOpenChange={setDrawerOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            remember();
            focusFrame(event);
          }}
          onCloseAutoFocus={giveBack}
          className="fixed inset-y-0 left-0 z-40 w-[min(19rem,86vw)] animate-slide border-line border-r shadow-float md:hidden"
        >
          <Dialog.Title className="sr-only">{t('layout.navigation')}</Dialog.Title>
          <Sidebar user={user} inDrawer />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
