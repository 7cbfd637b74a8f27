import type { Token } from 'marked';
import type { NoteBlockView } from '@/lib/client/notes';
import { lexBlocks } from '../markdown/lex';

/** A block as it is shown. `id` is absent while the block is not saved as it stands. */
export interface PreviewBlock {
  readonly key: string;
  readonly token: Token;
  readonly id?: string;
}

const trimBlock = (raw: string): string => raw.replace(/^(?:[^\S\n]*\n)+|\s+$/g, '');
/** How many of what is shown one after the other may be one block of what is saved. */
const mostJoined = 4;

/**
 * What of a text, from a token on, may be saved as one block: the token itself, or, as a note is cut without an eye for
 * formulas and footnotes, a paragraph around formulas, or a footnote up to its first empty line.
 */
function sayings(tokens: readonly Token[], at: number): string[] {
  const token = tokens[at];
  if (token === undefined) return [];
  if (token.type === 'footnote') return [token.raw, token.raw.split(/\n[ \t]*\n/, 1)[0] ?? ''].map(trimBlock);
  const joined = tokens.slice(at, at + mostJoined);
  if (!joined.some(({ type }) => type === 'math')) return [trimBlock(token.raw)];
  return joined.map((_one, count) =>
    trimBlock(
      joined
        .slice(0, count + 1)
        .map(({ raw }) => raw)
        .join(''),
    ),
  );
}

/** The blocks of a text that may be ahead of what is saved: each takes the id of the saved block that says the same. */
export function previewBlocks(text: string, saved: readonly NoteBlockView[]): PreviewBlock[] {
  const ids = new Map<string, string[]>();
  for (const { id, text: said } of saved.toReversed()) {
    const known = ids.get(said);
    if (known === undefined) ids.set(said, [id]);
    else known.push(id);
  }
  const tokens = lexBlocks(text.replace(/\r\n?/g, '\n')).filter((token) => token.type !== 'space');
  return tokens.map((token, index) => {
    const said = sayings(tokens, index).find((one) => (ids.get(one)?.length ?? 0) > 0);
    const id = said === undefined ? undefined : ids.get(said)?.pop();
    return { key: id ?? `at ${index}`, token, ...(id !== undefined && { id }) };
  });
}
