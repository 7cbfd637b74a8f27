'use client';

import { clsx } from 'clsx';
import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { NoteBlockView } from '@/lib/client/notes';
import { useT } from '../i18n/i18n-provider';
import { BlockTokens } from '../markdown/block-tokens';
import { addFootnote, createFootnotes, footnoteScope, KnownFootnotes } from '../markdown/footnote';
import { Notice } from '../ui/notice';
import { type PreviewBlock, previewBlocks } from './preview-blocks';

interface NotePreviewProps {
  readonly text: string;
  readonly saved: readonly NoteBlockView[];
  /** The block a citation asked for. */
  readonly target: string | null;
}

/** From here on blocks out of sight are not laid out. */
const manyBlocks = 300;

/** A note as it reads. A block that was cited is brought into view and marked. */
export function NotePreview({ text, saved, target }: NotePreviewProps) {
  const t = useT();
  const shown = useDeferredValue(text);
  const blocks = useMemo(() => previewBlocks(shown, saved), [shown, saved]);
  const footnotes = useMemo(() => {
    const known = createFootnotes();
    for (const { token } of blocks) addFootnote(known, token);
    return known;
  }, [blocks]);
  const box = useRef<HTMLDivElement>(null);
  const isFound = target === null || saved.some(({ id }) => id === target);

  useEffect(() => {
    if (target === null) return;
    const block = box.current?.querySelector<HTMLElement>(`#block-${CSS.escape(target)}`);
    // Whoever has opened a dialog meanwhile goes on writing there.
    const isElsewhere = document.activeElement?.closest('[role=dialog]') instanceof Element;
    if (!isElsewhere) block?.focus({ preventScroll: true });
    block?.scrollIntoView({ block: 'center' });
    // What is far away is only measured once it comes near.
    const frame = requestAnimationFrame(() => block?.scrollIntoView({ block: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return (
    <div ref={box} data-testid="note-preview" className="min-w-0 px-4 py-3">
      {!isFound && <Notice>{t('notes.editor.goneBlock')}</Notice>}
      {blocks.length === 0 && <p className="text-faint text-sm">{t('notes.editor.empty')}</p>}
      <div className="min-w-0 break-words [&>*:first-child>*:first-child]:mt-0" {...footnoteScope}>
        <KnownFootnotes value={footnotes}>
          {blocks.map((block) => (
            <BlockView
              key={block.key}
              block={block}
              isTarget={block.id !== undefined && block.id === target}
              isOneOfMany={blocks.length > manyBlocks}
            />
          ))}
        </KnownFootnotes>
      </div>
    </div>
  );
}

interface BlockViewProps {
  readonly block: PreviewBlock;
  readonly isTarget: boolean;
  readonly isOneOfMany: boolean;
}

const BlockView = memo(
  function BlockView({ block: { id, token }, isTarget, isOneOfMany }: BlockViewProps) {
    return (
      <div
        {...(id !== undefined && { id: `block-${id}` })}
        {...(isTarget && { tabIndex: -1, 'data-cited': true })}
        className={clsx(
          isOneOfMany && '[contain-intrinsic-size:auto_2rem] [content-visibility:auto]',
          isTarget && '-mx-3 rounded-md border-cyan border-l-2 bg-hover px-2.5 outline-none',
        )}
      >
        <BlockTokens tokens={[token]} />
      </div>
    );
  },
  (before, after) =>
    before.isTarget === after.isTarget &&
    before.isOneOfMany === after.isOneOfMany &&
    before.block.id === after.block.id &&
    before.block.token.raw === after.block.token.raw,
);
