import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/layout/app-shell';
import { safePath } from '@/lib/client/safe-path';
import { currentUser } from '@/lib/server/current-user';
import { readPreferences } from '../preferences';

/** Back to the page that was asked for, where the proxy names it. */
async function signInPath(): Promise<string> {
  const path = safePath((await headers()).get('x-path'));
  return path === '/' ? '/login' : `/login?callbackUrl=${encodeURIComponent(path)}`;
}

export default async function MainLayout({ children }: { children: ReactNode }) {
  const [user, { sidebarHidden }] = await Promise.all([currentUser(), readPreferences()]);
  if (user === null) redirect(await signInPath());
  return (
    <AppShell user={{ email: user.email, name: user.name, role: user.role }} sidebarHidden={sidebarHidden}>
      {children}
    </AppShell>
  );
}
