/** How the page looks; `system` leaves it to the device. Kept in a cookie so that the server renders it right at once. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = 'metona_theme';
export const sidebarCookie = 'metona_sidebar';

export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}

const yearSeconds = 31_536_000;

/** Keeps a harmless preference (theme, language, sidebar) for a year. */
export function savePreference(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
}
