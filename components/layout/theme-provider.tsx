'use client';

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { savePreference, type Theme, themeCookie } from '@/lib/client/preference-cookie';
import { themeColor } from './theme-colors';

interface ThemeChoice {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = themeColor(theme, meta.media.includes('light') ? 'light' : 'dark');
  }
}

export function ThemeProvider({ theme: initial, children }: { theme: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial);
  const value = useMemo(
    () => ({
      theme,
      setTheme: (next: Theme) => {
        savePreference(themeCookie, next);
        applyTheme(next);
        setTheme(next);
      },
    }),
    [theme],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export function useTheme(): ThemeChoice {
  const value = useContext(ThemeContext);
  if (value === null) throw new Error('ThemeProvider is missing');
  return value;
}
