'use client';

import { type ComponentType, type ReactNode, use } from 'react';
import type { Texts } from '@/lib/i18n/first-texts';
import type { Locale } from '@/lib/i18n/locale';
import { onDemand } from '../ui/on-demand';
import { I18nProvider, useLocale } from './i18n-provider';

const catalogues: Readonly<Record<Locale, () => Promise<Texts | null>>> = {
  en: onDemand(() => import('@/lib/i18n/en').then(({ en }) => en)),
  'zh-CN': onDemand(() => import('@/lib/i18n/zh-CN').then(({ zhCN }) => zhCN)),
};

/** What is within may say everything: the frame and an empty chat have the texts of `firstAreas` alone. Suspends. */
export function AllTexts({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const texts = use(catalogues[locale]());
  if (texts === null) throw new Error('the texts of the page could not be loaded');
  return (
    <I18nProvider locale={locale} texts={texts}>
      {children}
    </I18nProvider>
  );
}

export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Fetches code and texts ahead, and nothing happens when that fails. */
  preload(locale: Locale): void;
}

type Code<P> = () => Promise<ComponentType<P> | null>;

interface LateProps<P> {
  readonly code: Code<P>;
  readonly isVital: boolean;
  readonly props: P;
}

function Late<P extends object>({ code, isVital, props }: LateProps<P>) {
  const locale = useLocale();
  // Both are asked for at once: the code need not wait for the texts.
  const [asked, askedTexts] = [code(), catalogues[locale]()];
  const Loaded = use(asked);
  const texts = use(askedTexts);
  if (Loaded !== null && texts !== null) {
    return (
      <I18nProvider locale={locale} texts={texts}>
        <Loaded {...props} />
      </I18nProvider>
    );
  }
  if (isVital) throw new Error('a part of the page could not be loaded');
  return null;
}

/**
 * A part of the page whose code and texts come when it is first shown. It suspends until both are there; without the
 * server it stays away, and what is vital says that the page is broken.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isVital = false }: { readonly isVital?: boolean } = {},
): LazyPart<P> {
  const code = onDemand(load);
  const part = (props: P) => <Late code={code} isVital={isVital} props={props} />;
  const preload = (locale: Locale) => {
    void code();
    void catalogues[locale]();
  };
  return Object.assign(part, { preload });
}
