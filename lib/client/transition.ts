/** The path that was last set out for; null before the first change of page. */
let lastPath: string | null = null;

export function noteTransition(url: string): void {
  lastPath = new URL(url, location.href).pathname;
}

/** The reader has set out for another page, which has not come yet: the address is still that of this one. */
export const isLeaving = (): boolean => lastPath !== null && lastPath !== location.pathname;

/** Another address for the page as it is. Not while leaving: the router would take it for a change of mind and stay. */
export function replaceAddress(url: string): void {
  if (isLeaving()) return;
  history.replaceState(null, '', url);
  noteTransition(url);
}
