import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SystemSettings } from '@/components/settings/system-settings';
import { currentUser } from '@/lib/server/current-user';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('system.title');
}

export default async function SystemPage() {
  const user = await currentUser();
  if (user?.role !== 'admin') notFound();
  return <SystemSettings />;
}
