import type { Token, Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import { CodeBlock } from './code/code-block';
import { isClosedFence } from './fence';
import { FootnoteDefinition } from './footnote';
import { InlineTokens } from './inline';
import { Formula } from './math/formula';
import { TableRows, TableShell } from './table-view';

const headings: Readonly<Record<number, string>> = {
  1: 'mt-6 mb-2 font-semibold text-xl',
  2: 'mt-5 mb-2 font-semibold text-lg',
  3: 'mt-4 mb-1.5 font-semibold text-base',
};

const none: readonly string[] = [];

function firstWord(info: string | undefined): string {
  return (info ?? '').trim().split(/\s+/, 1)[0] ?? '';
}

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
      return (
        <CodeBlock
          language={firstWord(token.lang)}
          pages={none}
          page={token.text}
          isComplete={isClosedFence(token.raw)}
        />
      );
    case 'math':
      return <Formula tex={token.tex} isDisplay />;
    case 'footnote':
      return (
        <FootnoteDefinition id={token.id}>
          <BlockTokens tokens={token.tokens} />
        </FootnoteDefinition>
      );
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

export function ListShell({ ordered, start, children }: { ordered: boolean; start: number; children: ReactNode }) {
  if (!ordered) return <ul className="my-2.5 list-disc space-y-1 pl-6 marker:text-faint">{children}</ul>;
  return (
    <ol className="my-2.5 list-decimal space-y-1 pl-6 marker:text-faint" start={start}>
      {children}
    </ol>
  );
}

export function ListItems({ items, from = 0 }: { items: readonly Tokens.ListItem[]; from?: number }): ReactNode {
  return items.map((item, index) => <ListItem key={from + index} item={item} />);
}

const ListItem = memo(function ListItem({ item }: { item: Tokens.ListItem }) {
  const blocks = item.tokens.filter((token) => token.type !== 'space');
  return <li className={item.task ? '-ml-5 list-none [&>ol]:ml-5 [&>ul]:ml-5' : undefined}>{renderItem(blocks)}</li>;
});

/**
 * Whether a list is tight is only known at its end. An item is therefore set by its own content alone: one run of text
 * stands bare, several are paragraphs.
 */
function renderItem(blocks: readonly Token[]): ReactNode {
  const texts = blocks.filter((token) => token.type === 'text' || token.type === 'paragraph');
  if (texts.length > 1) return <BlockTokens tokens={blocks} />;
  return blocks.map((token, index) => {
    if (token.type === 'checkbox') return <InlineTokens key={index} tokens={[token]} />;
    if (token.type !== 'text' && token.type !== 'paragraph') return <BlockTokens key={index} tokens={[token]} />;
    return <InlineTokens key={index} tokens={(token as Tokens.Text).tokens ?? [token]} />;
  });
}
