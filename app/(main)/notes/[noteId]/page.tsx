import type { Metadata } from 'next';
import { NotePage } from '@/components/notes/note-page';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('notes.title');
}

export default async function SingleNotePage({ params }: { params: Promise<{ noteId: string }> }) {
  const { noteId } = await params;
  return <NotePage key={noteId} noteId={noteId} />;
}
