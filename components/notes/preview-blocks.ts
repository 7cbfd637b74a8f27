import type { Token } from 'marked';
import type { NoteBlockView } from '@/lib/client/notes';
import { lexBlocks } from '../markdown/lex';

/** A block as it is shown. `id` is absent while the block is not saved as it stands. */
export interface PreviewBlock {
  readonly key: string;
  readonly token: Token;
  readonly id?: string;
}

/** The blocks of a text that may be ahead of what is saved: each takes the id of the saved block that says the same. */
export function previewBlocks(text: string, saved: readonly NoteBlockView[]): PreviewBlock[] {
  const ids = new Map<string, string[]>();
  for (const { id, text: said } of saved.toReversed()) {
    const known = ids.get(said);
    if (known === undefined) ids.set(said, [id]);
    else known.push(id);
  }
  return lexBlocks(text.replace(/\r\n?/g, '\n'))
    .filter((token) => token.type !== 'space')
    .map((token, index) => {
      const id = ids.get(token.raw.replace(/^(?:[^\S\n]*\n)+|\s+$/g, ''))?.pop();
      return { key: id ?? `at ${index}`, token, ...(id !== undefined && { id }) };
    });
}
