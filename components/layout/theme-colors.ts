import type { Theme } from '@/lib/client/preference-cookie';

export const schemes = ['dark', 'light'] as const;

const colors = { dark: '#0f1117', light: '#fbfbfc' } as const;

/** What the bars of the browser are painted with, for a device that prefers a scheme. */
export function themeColor(theme: Theme, preferred: (typeof schemes)[number]): string {
  return colors[theme === 'system' ? preferred : theme];
}
