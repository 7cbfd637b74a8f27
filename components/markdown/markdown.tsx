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

/** So many blocks are laid out together: a piece that arrives must not cost a look at all that were before. */
const pageSize = 24;

/** The one renderer for everything a model, a tool or a person wrote. Only its open block follows the text. */
export function Markdown({ source, subscribe = neverChanges }: { source: MarkdownSource; subscribe?: Subscribe }) {
  const reader = readerOf(source);
  const version = () => {
    reader.catchUp();
    return reader.stream.structureVersion;
  };
  useSyncExternalStore(subscribe, version, version);
  const { blocks } = reader.stream;
  return (
    <div className="min-w-0 break-words [&>*:first-child>*:first-child>*:first-child]:mt-0" {...footnoteScope}>
      <KnownFootnotes value={reader.footnotes}>
        {Array.from({ length: Math.ceil(blocks.length / pageSize) }, (_, page) => {
          const end = (page + 1) * pageSize;
          const isFull = blocks.length > end;
          return (
            <BlockPage
              key={page}
              start={page * pageSize}
              version={isFull ? -1 : reader.stream.structureVersion}
              {...{ reader, subscribe }}
            />
          );
        })}
      </KnownFootnotes>
    </div>
  );
}

interface BlockPageProps {
  readonly start: number;
  /** Rises with the structure as long as something may still come; a page that is full stays as it is. */
  readonly version: number;
  readonly reader: Reader;
  readonly subscribe: Subscribe;
}

const BlockPage = memo(function BlockPage({ start, version, reader, subscribe }: BlockPageProps) {
  const blocks = reader.stream.blocks.slice(start, start + pageSize);
  return (
    <div className={version === -1 ? settledPage : openPage}>
      {blocks.map((block) => (
        <BlockView key={block.id} block={block} reader={reader} subscribe={subscribe} />
      ))}
    </div>
  );
});

/** Margins do not collapse between pages: the smallest one, which every block has, is taken back. */
const openPage = '[&+&]:-mt-2.5 flow-root';
const settledPage = `${openPage} [contain-intrinsic-size:auto_1200px] [content-visibility:auto]`;

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
