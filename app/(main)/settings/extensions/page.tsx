import type { Metadata } from 'next';
import { ExtensionSettings } from '@/components/settings/extensions/extension-settings';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('mcp.page.title');
}

export default function ExtensionsPage() {
  return <ExtensionSettings />;
}
