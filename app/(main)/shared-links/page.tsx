import type { Metadata } from 'next';
import { SharedLinks } from '@/components/share/shared-links';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('sharing.pageTitle');
}

export default function SharedLinksPage() {
  return <SharedLinks />;
}
