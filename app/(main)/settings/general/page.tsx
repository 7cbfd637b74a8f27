import type { Metadata } from 'next';
import { GeneralSettings } from '@/components/settings/general-settings';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('settings.general.title');
}

export default function GeneralPage() {
  return <GeneralSettings />;
}
