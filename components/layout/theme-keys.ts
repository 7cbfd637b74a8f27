import type { Theme } from '@/lib/client/preference-cookie';
import type { MessageKey } from '@/lib/i18n';

export const themeKeys = {
  system: 'layout.themeSystem',
  light: 'layout.themeLight',
  dark: 'layout.themeDark',
} as const satisfies Readonly<Record<Theme, MessageKey>>;
