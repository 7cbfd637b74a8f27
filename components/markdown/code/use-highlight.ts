'use client';

import { startTransition, useEffect, useState } from 'react';
import { type CodeRun, loadHighlighter } from './highlighter';
import { languageOf } from './languages';
import { mayHighlight, sliceCode } from './slices';

export interface ColouredCode {
  readonly slices: readonly (readonly CodeRun[])[];
  /** What has not been coloured yet. */
  readonly rest: string;
}

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 50);
  });

interface Order {
  readonly code: string;
  readonly language: string;
  readonly signal: AbortSignal;
  readonly show: (coloured: ColouredCode) => void;
}

async function colour({ code, language, signal, show }: Order): Promise<void> {
  const highlight = await loadHighlighter(language);
  if (highlight === null) return;
  const slices: (readonly CodeRun[])[] = [];
  let done = 0;
  for (const slice of sliceCode(code)) {
    await whenIdle();
    if (signal.aborted) return;
    slices.push(highlight(slice));
    done += slice.length;
    show({ slices: [...slices], rest: code.slice(done) });
  }
}

/** Colours code that is complete and visible, in idle moments, a slice at a time; without success it stays as it is. */
export function useHighlight(code: string | null, name: string): ColouredCode | null {
  const [coloured, setColoured] = useState<{ readonly code: string; readonly result: ColouredCode } | null>(null);
  const language = languageOf(name);
  useEffect(() => {
    if (code === null || language === null || !mayHighlight(code)) return;
    const stopped = new AbortController();
    const show = (result: ColouredCode) => startTransition(() => setColoured({ code, result }));
    colour({ code, language, signal: stopped.signal, show }).catch(() => undefined);
    return () => stopped.abort();
  }, [code, language]);
  return coloured !== null && coloured.code === code ? coloured.result : null;
}
