'use client';

import { clsx } from 'clsx';
import { usePathname } from 'next/navigation';
import { type ReactNode, Suspense, useRef } from 'react';
import { AllTexts, lazyPart } from '../i18n/lazy-part';
import { PaletteProvider } from '../palette/palette-provider';
import { OfflinePage } from './offline-page';
import { RunNotifications } from './run-notifications';
import { SessionGuard } from './session-guard';
import { Sidebar } from './sidebar';
import { SidebarProvider, useSidebar } from './sidebar-context';
import type { SidebarUser } from './sidebar-user';
import { SkipLink } from './skip-link';

const Drawer = lazyPart(() => import('./drawer').then((module) => module.Drawer));

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
  const { hidden, drawerOpen } = useSidebar();
  const wasOpened = useRef(false);
  wasOpened.current ||= drawerOpen;
  return (
    <div className={clsx('grid h-dvh', !hidden && 'md:grid-cols-[16.5rem_minmax(0,1fr)]')}>
      {!hidden && (
        <div className="min-h-0 border-line-soft border-r max-md:hidden">
          <Sidebar user={user} />
        </div>
      )}
      {wasOpened.current && (
        <Suspense>
          <Drawer user={user} />
        </Suspense>
      )}
      <main id="content" tabIndex={-1} className="relative min-h-0 min-w-0 overflow-y-auto outline-none">
        <Texts>{children}</Texts>
      </main>
    </div>
  );
}

const chatAddress = /^\/(chat\/.*)?$/;

/** Every page but the chat says more than the first texts. */
function Texts({ children }: { children: ReactNode }) {
  return chatAddress.test(usePathname()) ? children : <AllTexts>{children}</AllTexts>;
}
