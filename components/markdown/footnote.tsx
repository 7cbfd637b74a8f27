'use client';

import { CornerLeftUp } from 'lucide-react';
import type { Token, Tokens } from 'marked';
import { createContext, type MouseEvent, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';

/** Which notes a text has so far. */
export interface Footnotes {
  readonly has: (id: string) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Notes that come to be known one after the other; whoever refers to one hears of it later, never while rendering. */
export function createFootnotes(): Footnotes & { readonly add: (id: string) => void } {
  const known = new Set<string>();
  const listeners = new Set<() => void>();
  let isTelling = false;
  const tell = () => {
    isTelling = false;
    for (const listener of listeners) listener();
  };
  return {
    has: (id) => known.has(id),
    add(id) {
      if (known.has(id)) return;
      known.add(id);
      if (isTelling || listeners.size === 0) return;
      isTelling = true;
      queueMicrotask(tell);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Takes up a block if it is a note. */
export function addFootnote(footnotes: { add: (id: string) => void }, token: Token): void {
  if (token.type === 'footnote') footnotes.add((token as Tokens.Generic).id);
}

const noFootnotes: Footnotes = { has: () => false, subscribe: () => () => undefined };

export const KnownFootnotes = createContext<Footnotes>(noFootnotes);

/** The text both ends of a note stand in. */
export const footnoteScope = { 'data-footnotes': '' } as const;

type End = 'note' | 'reference';

function goTo(event: MouseEvent<HTMLElement>, end: End, id: string): void {
  const scope = event.currentTarget.closest('[data-footnotes]');
  const ends = scope?.querySelectorAll<HTMLElement>(`[data-footnote-${end}]`) ?? [];
  const target = [...ends].find((element) => element.getAttribute(`data-footnote-${end}`) === id);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}

/** A mark that leads to its note; text as it was written while there is none. */
export function FootnoteReference({ id, raw }: { id: string; raw: string }) {
  const t = useT();
  const footnotes = useContext(KnownFootnotes);
  const has = () => footnotes.has(id);
  const isKnown = useSyncExternalStore(footnotes.subscribe, has, has);
  if (!isKnown) return raw;
  return (
    <sup className="leading-none">
      <button
        type="button"
        data-footnote-reference={id}
        aria-label={t('chat.footnote.show', { id })}
        className="rounded px-0.5 text-cyan hover:bg-hover"
        onClick={(event) => goTo(event, 'note', id)}
      >
        {id}
      </button>
    </sup>
  );
}

export function FootnoteDefinition({ id, children }: { id: string; children: ReactNode }) {
  const t = useT();
  return (
    <div
      role="note"
      aria-label={t('chat.footnote.name', { id })}
      tabIndex={-1}
      data-footnote-note={id}
      className="my-1.5 flex items-start gap-2 rounded text-dim text-sm focus:bg-hover"
    >
      <span className="min-w-5 shrink-0 py-0.5 text-right text-faint text-xs tabular-nums">{id}</span>
      <div className="min-w-0 [&>:first-child]:mt-0 [&>:last-child]:mb-0">{children}</div>
      <IconButton label={t('chat.footnote.back')} size="small" onClick={(event) => goTo(event, 'reference', id)}>
        <CornerLeftUp />
      </IconButton>
    </div>
  );
}
