'use client';

import { clsx } from 'clsx';
import { PanelLeftOpen } from 'lucide-react';
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
        className={clsx('md:hidden', className)}
        onClick={() => setDrawerOpen(true)}
      >
        <PanelLeftOpen />
      </IconButton>
      {hidden && (
        <IconButton
          label={t('layout.expandSidebar')}
          className={clsx('max-md:hidden', className)}
          onClick={() => setHidden(false)}
        >
          <PanelLeftOpen />
        </IconButton>
      )}
    </>
  );
}
