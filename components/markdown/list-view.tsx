import type { Token, Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import { BlockTokens } from './block-tokens';
import { InlineTokens } from './inline';

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
  return <li className={item.task ? '-ml-5 list-none' : undefined}>{renderItem(blocks)}</li>;
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
