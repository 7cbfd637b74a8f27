import type { ReactNode } from 'react';
import { SettingsNav } from '@/components/settings/settings-nav';
import { currentUser } from '@/lib/server/current-user';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const user = await currentUser();
  return (
    <>
      <SettingsNav isAdmin={user?.role === 'admin'} />
      {children}
    </>
  );
}
