import type { Token, Tokens } from 'marked';
import type { ReactNode } from 'react';
import { CodeView } from './code-view';
import { InlineTokens } from './inline';
import { ListItems, ListShell } from './list-view';
import { TableRows, TableShell } from './table-view';

const headings: Readonly<Record<number, string>> = {
  1: 'mt-6 mb-2 font-semibold text-xl',
  2: 'mt-5 mb-2 font-semibold text-lg',
  3: 'mt-4 mb-1.5 font-semibold text-base',
};

/** Whole blocks as elements. Markup inside the text is text. */
export function BlockTokens({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  return tokens?.map((token, index) => <BlockToken key={index} token={token as Tokens.Generic} />);
}

function BlockToken({ token }: { token: Tokens.Generic }): ReactNode {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return <Heading depth={token.depth} tokens={token.tokens} />;
    case 'paragraph':
    case 'text':
      return (
        <p className="my-2.5">
          <InlineTokens tokens={token.tokens ?? [token]} />
        </p>
      );
    case 'blockquote':
      return (
        <blockquote className="my-3 border-line border-l-2 pl-4 text-dim">
          <BlockTokens tokens={token.tokens} />
        </blockquote>
      );
    case 'code':
      return <CodeView language={token.lang} pages={[]} page={token.text} />;
    case 'hr':
      return <hr className="my-5 border-line-soft" />;
    case 'list':
      return (
        <ListShell ordered={token.ordered} start={token.start === '' ? 1 : token.start}>
          <ListItems items={token.items} />
        </ListShell>
      );
    case 'table':
      return (
        <TableShell header={token.header}>
          <TableRows rows={token.rows} />
        </TableShell>
      );
    default:
      return <p className="my-2.5 whitespace-pre-wrap">{token.raw.replace(/\n+$/, '')}</p>;
  }
}

/** The page has its own first heading: the text's begin one level below. */
function Heading({ depth, tokens }: { depth: number; tokens: Token[] | undefined }) {
  const Tag = (['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const)[depth - 1] ?? 'h6';
  return (
    <Tag className={headings[depth] ?? 'mt-3 mb-1 font-semibold text-sm'}>
      <InlineTokens tokens={tokens} />
    </Tag>
  );
}
