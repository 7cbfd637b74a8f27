import type { Metadata } from 'next';
import { PermissionSettings } from '@/components/settings/permission-settings';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('settings.permissions.title');
}

export default function PermissionsPage() {
  return <PermissionSettings />;
}
