import type { Metadata } from 'next';
import { FilesView } from '@/components/library/files-view';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('files.title');
}

export default function FilesPage() {
  return <FilesView />;
}
