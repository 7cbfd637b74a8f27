import type { Locator, Page } from 'playwright/test';
import { type Locale, locales, type Translate } from '@/lib/i18n';
import type { Account } from './e2e-account';
import { textsOf } from './e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from './e2e-looks';
import { test as base, expect } from './e2e-test';

/** Who goes a way through the product: every language on every size, and each of both in light and in dark. */
export interface Reader {
  readonly locale: Locale;
  /** CSS pixels. */
  readonly width: 360 | 1280;
  readonly colorScheme: 'light' | 'dark';
}

const readers: readonly Reader[] = locales.flatMap((locale) => [
  { locale, width: 1280, colorScheme: locale === 'en' ? 'light' : 'dark' },
  { locale, width: 360, colorScheme: locale === 'en' ? 'dark' : 'light' },
]);

/** Browser options of a reader; a phone has a touch screen. */
export function contextOf({ locale, width, colorScheme }: Reader) {
  const narrow = width === 360;
  return { locale, colorScheme, hasTouch: narrow, viewport: { width, height: narrow ? 740 : 800 } };
}

export interface Journey {
  readonly reader: Reader;
  readonly narrow: boolean;
  /** The texts of the reader's language. */
  readonly t: Translate;
  /** Signed in with `account`, on a new chat. */
  readonly page: Page;
  readonly account: Account;
}

interface JourneyFixtures {
  readonly reader: Reader;
  readonly journey: Journey;
}

/**
 * A test that walks one paragraph of the experience; its page must end no wider than the screen, and accessible. The
 * latter is asked of one language, in light and dark and on both sizes: the other differs in words alone, and the
 * journey through everywhere asks it of every page in both.
 */
export const test = base.extend<JourneyFixtures>({
  reader: [readers[0] as Reader, { option: true }],
  journey: async ({ reader, account, openContext }, use) => {
    const context = await openContext({ ...contextOf(reader), storageState: account.storageState });
    const page = await context.newPage();
    await page.goto('/');
    await use({ reader, narrow: reader.width === 360, t: textsOf(reader.locale), page, account });
    if (page.isClosed()) return;
    await expectNoSidewaysScroll(page);
    if (reader.locale === 'en') await expectAccessible(page);
  },
});

export { expect };

/** Declares the tests of `body` once for each reader; `paragraph` is the one of the experience it shows. */
export function journeys(paragraph: string, body: () => void): void {
  for (const reader of readers) {
    test.describe(`journey ${paragraph} (${reader.locale}, ${reader.width} px)`, () => {
      test.use({ reader });
      body();
    });
  }
}

/** The side bar, which is a dialog behind a button on a phone. */
export async function openSidebar({ page, narrow, t }: Journey): Promise<Locator> {
  if (narrow) await page.getByRole('button', { name: t('layout.openMenu') }).click();
  // The one that is not on the screen has no role.
  return page.getByRole('navigation', { name: t('layout.navigation') });
}
