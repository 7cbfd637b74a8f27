import type { Metadata } from 'next';
import { NotesView } from '@/components/notes/notes-view';
import { pageTitle } from '../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('notes.title');
}

export default function NotesPage() {
  return <NotesView />;
}
