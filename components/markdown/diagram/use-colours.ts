'use client';

import { useSyncExternalStore } from 'react';

const names = ['card', 'raise', 'code', 'edge', 'text', 'dim', 'line'] as const;

export interface DiagramColours {
  readonly isDark: boolean;
  readonly colours: Readonly<Record<string, string>>;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: light)');
  system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
  };
}

/** Light or dark, as the page is now. */
export function useColourScheme(): string {
  const read = () => getComputedStyle(document.documentElement).colorScheme;
  return useSyncExternalStore(subscribe, read, () => 'dark');
}

/** The colours of the page, for a frame that cannot see them. */
export function readColours(): DiagramColours {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return { isDark: style.colorScheme !== 'light', colours };
}
