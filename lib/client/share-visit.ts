import { api } from './api';

const pathOf = (token: string) => `/api/share/${encodeURIComponent(token)}`;

/** Counts a reader once for each tab, however often he reloads. */
export function countShareView(token: string): void {
  const key = `metona.seen.${token.slice(-8)}`;
  try {
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
  } catch {
    // Where nothing may be kept, each visit counts.
  }
  api.post(`${pathOf(token)}/view`).catch(() => undefined);
}

/** Whether what the page shows may not be shown any more; false when that cannot be told. */
export async function hasShareEnded(token: string): Promise<boolean> {
  const answer = await fetch(pathOf(token), { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.status === 404 || answer?.status === 403;
}
