'use client';

import { Dialog } from 'radix-ui';
import { useT } from '../i18n/i18n-provider';
import { useFocusReturn } from '../ui/use-focus-return';
import { Sidebar } from './sidebar';
import { useSidebar } from './sidebar-context';
import type { SidebarUser } from './sidebar-user';

/** The drawer itself takes the focus: a button of it would show its hint unasked. */
function focusFrame(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** The sidebar of a phone, over the page. */
export function Drawer({ user }: { user: SidebarUser }) {
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
