import type { Metadata } from 'next';
import { AccountSettings } from '@/components/settings/account-settings';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('settings.account.title');
}

export default function AccountPage() {
  return <AccountSettings />;
}
