'use client';

import { type ComponentType, type ReactNode, use } from 'react';
import type { Texts } from '@/lib/i18n/first-texts';
import type { Locale } from '@/lib/i18n/locale';
import { I18nProvider, useLocale } from './i18n-provider';

/** Asked for once, and again after a failure. */
function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= load().catch((caught: unknown) => {
      asked = null;
      throw caught;
    });
    return asked;
  };
}

const catalogues: Readonly<Record<Locale, () => Promise<Texts>>> = {
  en: onDemand(() => import('@/lib/i18n/en').then(({ en }) => en)),
  'zh-CN': onDemand(() => import('@/lib/i18n/zh-CN').then(({ zhCN }) => zhCN)),
};

/** What is within may say everything: the frame and an empty chat have the texts of `firstAreas` alone. Suspends. */
export function AllTexts({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const texts = use(catalogues[locale]());
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

type Code<P> = () => Promise<ComponentType<P>>;

interface LateProps<P> {
  readonly code: Code<P>;
  readonly props: P;
}

function Late<P extends object>({ code, props }: LateProps<P>) {
  const Loaded = use(code());
  return <Loaded {...props} />;
}

function LateWithTexts<P extends object>(late: LateProps<P>) {
  // Both are asked for at once: the code need not wait for the texts.
  late.code().catch(() => undefined);
  return (
    <AllTexts>
      <Late {...late} />
    </AllTexts>
  );
}

/** A part of the page whose code and texts come when it is first shown. It suspends until both are there. */
export function lazyPart<P extends object>(load: Code<P>): LazyPart<P> {
  const code = onDemand(load);
  const part = (props: P) => <LateWithTexts code={code} props={props} />;
  const preload = (locale: Locale) => {
    for (const asked of [code(), catalogues[locale]()]) asked.catch(() => undefined);
  };
  return Object.assign(part, { preload });
}
