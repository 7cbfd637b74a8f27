import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False in what the server sends, true once the page answers: a form that is sent before that loses what is in it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
