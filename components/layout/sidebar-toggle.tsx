'use client';

import { clsx } from 'clsx';
import { PanelLeftOpen } from 'lucide-react';
import { useWaiting } from '@/lib/client/use-waiting';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';
import { useSidebar } from './sidebar-context';

/** Brings the sidebar back: the first thing in the head of every page. Shows itself only where the sidebar is away. */
export function SidebarToggle({ className }: { className?: string }) {
  const t = useT();
  const { hidden, setHidden, setDrawerOpen } = useSidebar();
  return (
    <>
      <IconButton
        label={t('layout.openMenu')}
        className={clsx('relative md:hidden', className)}
        onClick={() => setDrawerOpen(true)}
      >
        <PanelLeftOpen />
        <WaitingDot />
      </IconButton>
      {hidden && (
        <IconButton
          label={t('layout.expandSidebar')}
          className={clsx('relative max-md:hidden', className)}
          onClick={() => setHidden(false)}
        >
          <PanelLeftOpen />
          <WaitingDot />
        </IconButton>
      )}
    </>
  );
}

/** Something behind the closed menu waits for a person. */
function WaitingDot() {
  const { questions, memories } = useWaiting();
  if (questions.length + memories.length === 0) return null;
  return <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-amber-fill ring-2 ring-bg" />;
}
