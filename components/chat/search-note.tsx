'use client';

import { knowledgeNoteOf } from '@/lib/ir/knowledge-note';
import { useT } from '../i18n/i18n-provider';
import { revealLine } from './visible-text';

/** What a search says about itself: in the language of the reader, as far as it is known. */
export function SearchNote({ text }: { text: string }) {
  const t = useT();
  const note = knowledgeNoteOf(text);
  return <p className="text-orange text-xs">{note === null ? revealLine(text) : t(`knowledge.notes.${note}`)}</p>;
}
