import type { Metadata } from 'next';
import { ProviderList } from '@/components/settings/provider-list';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('settings.providers.title');
}

export default function ProvidersPage() {
  return <ProviderList />;
}
