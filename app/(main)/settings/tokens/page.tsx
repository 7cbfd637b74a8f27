import type { Metadata } from 'next';
import { TokenSettings } from '@/components/settings/token-settings';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('settings.tokens.title');
}

export default function TokensPage() {
  return <TokenSettings />;
}
