import type { Metadata } from 'next';
import { InboxView } from '@/components/inbox/inbox-view';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('layout.inbox');
}

export default function InboxPage() {
  return <InboxView />;
}
