import type { KatexOptions } from 'katex';
import type { ReactNode } from 'react';
import { formulaElements } from './formula-elements';

/** A formula as elements; throws for what is no formula. */
export type Typeset = (tex: string, isDisplay: boolean) => ReactNode;

/** Nothing that links, styles or names; nothing that grows without end. */
const options: KatexOptions = {
  output: 'mathml',
  trust: false,
  strict: 'ignore',
  throwOnError: true,
  errorColor: 'currentColor',
  maxExpand: 300,
  maxSize: 20,
};

let typeset: Typeset | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

/** What sets formulas, once it is there. */
export function currentTypeset(): Typeset | null {
  return typeset;
}

/** Loads with the first formula that is shown; told when it is there. A failed load is tried again by the next one. */
export function onTypeset(listener: () => void): () => void {
  listeners.add(listener);
  if (typeset === null && !isLoading) {
    isLoading = true;
    loadTypeset()
      .catch(() => undefined)
      .finally(() => {
        isLoading = false;
      });
  }
  return () => void listeners.delete(listener);
}

export async function loadTypeset(): Promise<void> {
  const { renderToString } = await import('katex');
  typeset = (tex, isDisplay) => formulaElements(renderToString(tex, { ...options, displayMode: isDisplay }));
  for (const listener of listeners) listener();
}
