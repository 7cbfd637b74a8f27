'use client';

import { memo, useSyncExternalStore } from 'react';
import { BlockTokens, ListItems, ListShell } from './block-tokens';
import { CodeBlock } from './code/code-block';
import { addFootnote, createFootnotes, type Footnotes, footnoteScope, KnownFootnotes } from './footnote';
import type { BlockHead, MarkdownBlock } from './markdown-block';
import { createMarkdownStream, type MarkdownStream } from './markdown-stream';
import { TableRows, TableShell } from './table-view';

/** Text that only ever grows, piece by piece. */
export interface MarkdownSource {
  readonly chunks: readonly string[];
  readonly closed: boolean;
}

type Subscribe = (listener: () => void) => () => void;

interface Reader {
  readonly stream: MarkdownStream;
  /** Takes in what has arrived since; without anything new it does nothing. */
  readonly catchUp: () => void;
  readonly footnotes: Footnotes;
}

const readers = new WeakMap<MarkdownSource, Reader>();
const neverChanges: Subscribe = () => () => undefined;

function readerOf(source: MarkdownSource): Reader {
  const known = readers.get(source);
  if (known !== undefined) return known;
  const stream = createMarkdownStream();
  let cursor = 0;
  let isFinished = false;
  const footnotes = createFootnotes();
  let sealed = 0;
  const noteSealed = () => {
    for (; stream.blocks[sealed]?.isOpen === false; sealed += 1) {
      for (const token of stream.blocks[sealed]?.tokens ?? []) addFootnote(footnotes, token);
    }
  };
  const catchUp = () => {
    if (cursor < source.chunks.length) {
      stream.append(source.chunks.slice(cursor).join(''));
      cursor = source.chunks.length;
      noteSealed();
    }
    if (!source.closed || isFinished) return;
    isFinished = true;
    stream.finish();
    noteSealed();
  };
  const reader = { stream, catchUp, footnotes };
  readers.set(source, reader);
  return reader;
}

/** The one renderer for everything a model, a tool or a person wrote. Only its open block follows the text. */
export function Markdown({ source, subscribe = neverChanges }: { source: MarkdownSource; subscribe?: Subscribe }) {
  const reader = readerOf(source);
  const version = () => {
    reader.catchUp();
    return reader.stream.structureVersion;
  };
  useSyncExternalStore(subscribe, version, version);
  return (
    <div className="min-w-0 break-words [&>*:first-child>*:first-child]:mt-0" {...footnoteScope}>
      <KnownFootnotes value={reader.footnotes}>
        {reader.stream.blocks.map((block) => (
          <BlockView key={block.id} block={block} reader={reader} subscribe={subscribe} />
        ))}
      </KnownFootnotes>
    </div>
  );
}

interface BlockViewProps {
  readonly block: MarkdownBlock;
  readonly reader: Reader;
  readonly subscribe: Subscribe;
}

const BlockView = memo(function BlockView({ block, reader, subscribe }: BlockViewProps) {
  const version = () => {
    if (!block.isOpen) return -1;
    reader.catchUp();
    return block.isOpen ? reader.stream.tailVersion : -1;
  };
  useSyncExternalStore(block.isOpen ? subscribe : neverChanges, version, version);
  if (block.isOpen) reader.stream.readOpen();
  return (
    <div>
      {block.head !== null && <Head head={block.head} isComplete={!block.isOpen} />}
      <BlockTokens tokens={block.tokens} />
    </div>
  );
});

function Head({ head, isComplete }: { head: BlockHead; isComplete: boolean }) {
  switch (head.kind) {
    case 'code': {
      const page = head.partial === '' || head.text.lineCount === 0 ? head.partial : `\n${head.partial}`;
      const { pages } = head.text;
      return <CodeBlock language={head.language} pages={pages} page={head.text.page + page} isComplete={isComplete} />;
    }
    case 'list':
      return (
        <ListShell ordered={head.ordered} start={head.start}>
          <ListItems items={head.items} />
          <ListItems items={head.live} from={head.items.length} />
        </ListShell>
      );
    case 'table':
      return (
        <TableShell header={head.header}>
          <TableRows rows={head.rows} />
          <TableRows rows={head.live} from={head.rows.length} />
        </TableShell>
      );
    case 'plain':
      return (
        <p className="my-2.5 whitespace-pre-wrap">
          {head.pages.map((text, index) => (
            <PlainPage key={index} text={text} />
          ))}
          <PlainPage text={head.page} />
        </p>
      );
  }
}

const PlainPage = memo(function PlainPage({ text }: { text: string }) {
  return <span>{text}</span>;
});
