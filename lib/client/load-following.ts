/** What reads a run is fetched with the first one, or while its question is being written. */
export const loadFollowing = () => import('./run-following');

export function preloadFollowing(): void {
  loadFollowing().catch(() => undefined);
}
