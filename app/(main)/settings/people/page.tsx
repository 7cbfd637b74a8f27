import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PeopleSettings } from '@/components/settings/people-settings';
import { currentUser } from '@/lib/server/current-user';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('settings.people.title');
}

export default async function PeoplePage() {
  const user = await currentUser();
  if (user?.role !== 'admin') notFound();
  return <PeopleSettings />;
}
