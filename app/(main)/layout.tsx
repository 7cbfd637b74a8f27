import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/layout/app-shell';
import { currentUser } from '@/lib/server/current-user';
import { readPreferences } from '../preferences';

export default async function MainLayout({ children }: { children: ReactNode }) {
  const [user, { sidebarHidden }] = await Promise.all([currentUser(), readPreferences()]);
  if (user === null) redirect('/login');
  return (
    <AppShell user={{ email: user.email, name: user.name, role: user.role }} sidebarHidden={sidebarHidden}>
      {children}
    </AppShell>
  );
}
