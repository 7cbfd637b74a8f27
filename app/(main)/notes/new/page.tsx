import type { Metadata } from 'next';
import { NewNotePage } from '@/components/library/note-page';
import { pageTitle } from '../../../page-title';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('library.notes.create');
}

export default function NewNote() {
  return <NewNotePage />;
}
