import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { en } from '@/lib/i18n/en';
import { I18nProvider } from '../i18n/i18n-provider';

/** The surroundings every component may rely on. */
export function Surroundings({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale="en" texts={en}>
      {children}
    </I18nProvider>
  );
}

export function markup(children: ReactNode): string {
  return renderToStaticMarkup(<Surroundings>{children}</Surroundings>);
}
