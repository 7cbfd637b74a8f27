import type { Metadata } from 'next';
import { KnowledgeSettings } from '@/components/settings/knowledge-settings';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('knowledge.title');
}

export default function KnowledgePage() {
  return <KnowledgeSettings />;
}
