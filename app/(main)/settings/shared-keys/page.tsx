import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SharedKeys } from '@/components/settings/shared-keys/shared-keys';
import { currentUser } from '@/lib/server/current-user';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('admin.keysTitle');
}

export default async function SharedKeysPage() {
  const user = await currentUser();
  if (user?.role !== 'admin') notFound();
  return <SharedKeys />;
}
