import type { Metadata } from 'next';
import { FilePage } from '@/components/library/file-page';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('files.title');
}

export default async function SingleFilePage({ params }: { params: Promise<{ fileId: string }> }) {
  const { fileId } = await params;
  return <FilePage key={fileId} fileId={fileId} />;
}
