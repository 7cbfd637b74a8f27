import type { Metadata } from 'next';
import { NotesView } from '@/components/library/notes-view';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('library.notes.title');
}

export default function NotesPage() {
  return <NotesView />;
}
