import type { Metadata } from 'next';
import { MemoriesView } from '@/components/library/memories-view';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('library.memories.title');
}

export default function MemoriesPage() {
  return <MemoriesView />;
}
