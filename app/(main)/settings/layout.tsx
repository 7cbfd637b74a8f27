import type { ReactNode } from 'react';
import { SettingsNav } from '@/components/settings/settings-nav';
import { currentUser } from '@/lib/server/current-user';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const user = await currentUser();
  return (
    <div className="mx-auto lg:grid lg:max-w-5xl lg:grid-cols-[12rem_minmax(0,1fr)]">
      <SettingsNav isAdmin={user?.role === 'admin'} />
      {children}
    </div>
  );
}
