import type { Metadata } from 'next';
import { ToolSettings } from '@/components/settings/tool-settings';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('tools.title');
}

export default function ToolsPage() {
  return <ToolSettings />;
}
