import type { Metadata } from 'next';
import { NewNotePage } from '@/components/notes/note-page';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('notes.create');
}

export default function NewNote() {
  return <NewNotePage />;
}
