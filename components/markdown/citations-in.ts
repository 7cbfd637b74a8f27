import type { Token, Tokens } from 'marked';
import { parseSourceLink, type SourceLink } from '@/lib/ir/source-link';
import { lexBlocks } from './lex';

export interface CitedLink {
  readonly link: SourceLink;
  /** What stood in the brackets where it was cited first. */
  readonly text: string;
}

function walk(tokens: readonly Token[], found: Map<string, CitedLink>): void {
  for (const token of tokens as Tokens.Generic[]) {
    const link = token.type === 'link' ? parseSourceLink(token.href) : null;
    if (link !== null && !found.has(link.href)) found.set(link.href, { link, text: token.text });
    if (token.tokens !== undefined) walk(token.tokens, found);
    for (const item of (token.items ?? []) as Tokens.ListItem[]) walk(item.tokens, found);
    const rows = token.type === 'table' ? [token.header, ...token.rows] : [];
    for (const cell of rows.flat() as Tokens.TableCell[]) walk(cell.tokens, found);
  }
}

/** The places a finished text cites, each once, in the order in which they come. */
export function citationsIn(text: string): CitedLink[] {
  if (!/\]\([ \t]*<?\/(?:notes|files|chat)\//.test(text)) return [];
  const found = new Map<string, CitedLink>();
  walk(lexBlocks(text), found);
  return [...found.values()];
}
