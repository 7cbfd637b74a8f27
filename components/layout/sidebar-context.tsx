'use client';

import { usePathname } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { savePreference, sidebarCookie } from '@/lib/client/preference-cookie';

interface SidebarState {
  /** Wide screens: the column is folded away. */
  readonly hidden: boolean;
  readonly setHidden: (hidden: boolean) => void;
  /** Narrow screens: the drawer is open. */
  readonly drawerOpen: boolean;
  readonly setDrawerOpen: (open: boolean) => void;
}

const SidebarContext = createContext<SidebarState | null>(null);

export function SidebarProvider({ initiallyHidden, children }: { initiallyHidden: boolean; children: ReactNode }) {
  const [hidden, setHidden] = useState(initiallyHidden);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the drawer
  useEffect(() => setDrawerOpen(false), [path]);
  const value = useMemo(
    () => ({
      hidden,
      setHidden: (next: boolean) => {
        savePreference(sidebarCookie, next ? 'hidden' : 'shown');
        setHidden(next);
      },
      drawerOpen,
      setDrawerOpen,
    }),
    [hidden, drawerOpen],
  );
  return <SidebarContext value={value}>{children}</SidebarContext>;
}

export function useSidebar(): SidebarState {
  const value = useContext(SidebarContext);
  if (value === null) throw new Error('SidebarProvider is missing');
  return value;
}
