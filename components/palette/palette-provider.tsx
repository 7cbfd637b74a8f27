'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { openChat } from '@/lib/client/open-chat';
import { isApple, type ShortcutId, shortcutOf, takesText } from '@/lib/client/shortcuts';
import { lazyPart } from '../i18n/lazy-part';
import { useSidebar } from '../layout/sidebar-context';

const Palette = lazyPart(() => import('./palette').then((module) => module.Palette));
const ShortcutHelp = lazyPart(() => import('./shortcut-help').then((module) => module.ShortcutHelp));
const ShareDialog = lazyPart(() => import('../share/share-dialog').then((module) => module.ShareDialog));

const PaletteContext = createContext<() => void>(() => undefined);

/** Opens the palette. */
export function usePalette(): () => void {
  return useContext(PaletteContext);
}

type View = 'none' | 'palette' | 'help';

interface PaletteProviderProps {
  readonly isAdmin: boolean;
  readonly children: ReactNode;
}

/** The keyboard of every signed-in page: shortcuts, the palette and the list of shortcuts, loaded when they are wanted. */
export function PaletteProvider({ isAdmin, children }: PaletteProviderProps) {
  const [view, setView] = useState<View>('none');
  const [shared, setShared] = useState<{ sessionId: string; title: string } | null>(null);
  const { drawerOpen, setDrawerOpen } = useSidebar();
  const used = useRef(new Set<View>()).current;
  used.add(view);
  const open = useCallback(() => {
    setDrawerOpen(false);
    setView('palette');
  }, [setDrawerOpen]);
  useShortcuts(view, drawerOpen, setView);
  const change = (next: View) => (isOpen: boolean) => setView(isOpen ? next : 'none');
  return (
    <PaletteContext value={open}>
      {children}
      <Suspense>
        {used.has('palette') && (
          <Palette
            open={view === 'palette'}
            onOpenChange={change('palette')}
            isAdmin={isAdmin}
            onHelp={() => setView('help')}
            onShare={(sessionId, title) => setShared({ sessionId, title })}
          />
        )}
        {used.has('help') && <ShortcutHelp open={view === 'help'} onOpenChange={change('help')} />}
        {shared !== null && (
          <ShareDialog {...shared} open onOpenChange={(isOpen) => setShared((was) => (isOpen ? was : null))} />
        )}
      </Suspense>
    </PaletteContext>
  );
}

/** Another dialog or menu has the keyboard for itself. */
function isElsewhereModal(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}

function useShortcuts(view: View, drawerOpen: boolean, setView: (view: View) => void) {
  const router = useRouter();
  const { hidden, setHidden, setDrawerOpen } = useSidebar();
  const latest = useRef<(id: ShortcutId) => void>(() => undefined);
  latest.current = (id) => {
    const acts: Readonly<Record<ShortcutId, () => void>> = {
      palette: () => setView(view === 'palette' ? 'none' : 'palette'),
      help: () => setView('help'),
      newChat: () => router.push('/'),
      sidebar: () => (matchMedia('(width >= 48rem)').matches ? setHidden(!hidden) : setDrawerOpen(!drawerOpen)),
      composer: () => openChat()?.focus(),
    };
    acts[id]();
  };
  useEffect(() => {
    function pressKey(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const id = shortcutOf(event, { isTyping: takesText(document.activeElement), isApple: isApple() });
      if (id === null || (id === 'composer' && openChat() === null)) return;
      if (isElsewhereModal() && !(id === 'palette' && view === 'palette')) return;
      event.preventDefault();
      latest.current(id);
    }
    addEventListener('keydown', pressKey);
    return () => removeEventListener('keydown', pressKey);
  }, [view]);
}
