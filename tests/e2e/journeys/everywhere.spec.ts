import type { Locator, Page } from 'playwright/test';
import { openCard, textsOf } from '@/tests/support/e2e-chat';
import { test as base, type FullHouse, ownPages } from '@/tests/support/e2e-full-house';
import { contextOf, expect, journeys, type Reader } from '@/tests/support/e2e-journey';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';

interface Visit {
  readonly page: Page;
  readonly t: ReturnType<typeof textsOf>;
  readonly reader: Reader;
  readonly house: FullHouse;
}

/** The administrator of the full house in the browser of this reader. */
const test = base.extend<{ readonly visit: Visit }>({
  visit: async ({ house, reader, openContext }, use) => {
    const options = { ...contextOf(reader), baseURL: house.origin, storageState: house.admin.storageState };
    const page = await (await openContext(options)).newPage();
    await use({ page, t: textsOf(reader.locale), reader, house });
  },
});

/** Nothing of this page is still on its way. */
async function arrived(page: Page, t: Visit['t']): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status', { name: t('common.loading') })).toHaveCount(0);
}

async function expectDecent(page: Page, { t, reader }: Visit, title: string): Promise<void> {
  await arrived(page, t);
  await expect(page).toHaveTitle(title);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(reader.locale);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

/** Opens by keyboard, keeps the focus, ends with Escape and gives the focus back to where it was. */
async function expectDialog({ page, t }: Visit, trigger: Locator): Promise<void> {
  // A button waits for what it needs: until then it takes neither focus nor key.
  await expect(trigger).toBeEnabled();
  await trigger.focus();
  await expect(trigger).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog').or(page.getByRole('menu')).last();
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('status', { name: t('common.loading') })).toHaveCount(0);
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await expectNoSidewaysScroll(page);
  // What is behind an open menu is hidden and out of reach: no key leads there. A rule that sees dialogs alone misses that.
  const isMenu = (await dialog.getAttribute('role')) === 'menu';
  await expectAccessible(page, isMenu ? ['aria-hidden-focus'] : []);
  for (const keys of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(keys);
    expect(await hasFocus(), `${keys} leaves ${await dialog.getAttribute('aria-label')}`).toBe(true);
  }
  // The hint of a button is closed before the dialog is.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 500 });
  }).toPass({ intervals: [0], timeout: 5_000 });
  await expect(trigger).toBeFocused();
}

interface Stop {
  readonly name: string;
  readonly isSeen: boolean;
  readonly isMarked: boolean;
  readonly isInOrder: boolean;
}

/** The next Tab goes to the first stop of the page, whatever took the focus when it opened. */
async function startAtTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
}

/** Presses Tab until the focus comes around, and tells of every stop on the way. */
async function walk(page: Page): Promise<readonly Stop[]> {
  await page.evaluate(() => Object.assign(window, { stops: [] }));
  const stops: Stop[] = [];
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { stops } = window as unknown as { stops: Element[] };
      const element = document.activeElement;
      if (element === null || element === document.body || stops.includes(element)) return null;
      const before = stops.at(-1);
      stops.push(element);
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const frame = getComputedStyle(element.closest('[class*=focus-within]') ?? element);
      return {
        name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
        isSeen: width > 1 && height > 1 && style.visibility === 'visible',
        isMarked: style.outlineStyle !== 'none' || frame !== style || element.matches('.cm-content'),
        isInOrder: !before || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      };
    });
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error('The focus never comes around.');
}

journeys('everywhere', () => {
  test('every page has one heading, a title in the language of its reader, and room', async ({ visit }) => {
    test.setTimeout(120_000);
    const { page, t, house } = visit;
    for (const { path, title } of ownPages) {
      await page.goto(path);
      await expectDecent(page, visit, `${t(title)} · Metona`);
    }
    const others = [
      [house.note, t('notes.title')],
      [house.file, t('files.title')],
      [house.run, t('trace.title')],
      ['/nothing/here', t('common.notFoundTitle')],
      ['/chat/nothing', t('chat.missing.title')],
    ] as const;
    for (const [path, title] of others) {
      await page.goto(path);
      await expectDecent(page, visit, `${title} · Metona`);
    }
    for (const path of [house.chat, house.failed, house.asking]) {
      await page.goto(path);
      await expect(page.getByTestId('message-user').first()).toBeVisible();
      await arrived(page, t);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });

  test('strangers are met in their language too', async ({ visit, openContext }) => {
    const { reader, house, t } = visit;
    const page = await (await openContext({ ...contextOf(reader), baseURL: house.origin })).newPage();
    const pages = [
      ['/login', t('auth.signInTitle')],
      ['/register', t('auth.registerTitle')],
      ['/reset/nothing', t('admin.resetPageTitle')],
    ] as const;
    for (const [path, title] of pages) {
      await page.goto(path);
      await expectDecent(page, visit, `${title} · Metona`);
    }
    for (const path of [house.shared, house.locked]) {
      await page.goto(path);
      await arrived(page, t);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
    expect(manifest).toMatchObject({ lang: reader.locale, description: t('layout.about'), display: 'standalone' });
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200);
  });

  test('every dialog opens by keyboard, keeps the focus and gives it back', async ({ visit }) => {
    test.setTimeout(90_000);
    const { page, t, house } = visit;
    const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
    await page.goto(house.chat);
    for (const id of ['model-picker', 'share-button']) await expectDialog(visit, page.getByTestId(id));
    const pages: readonly (readonly [string, readonly string[]])[] = [
      ['/notes', [t('notes.folders.create')]],
      ['/memories', [t('library.memories.create')]],
      ['/settings/providers', [t('settings.providers.add')]],
      ['/settings/extensions', [t('skills.add'), t('plugins.add'), t('mcp.add')]],
      ['/settings/shared-keys', [t('admin.share')]],
      ['/settings/account', [t('settings.account.deleteButton')]],
    ];
    for (const [path, names] of pages) {
      await page.goto(path);
      await arrived(page, t);
      for (const name of names) await expectDialog(visit, button(name));
    }
  });

  test('the Tab key sees everything in order and is never caught', async ({ visit }) => {
    const { page, t, house } = visit;
    for (const path of [house.asking, '/notes', house.note, '/settings/general']) {
      await page.goto(path);
      await arrived(page, t);
      // A question takes the focus when it comes.
      if (path === house.asking) await expect(openCard(page)).toBeVisible();
      await expect(async () => {
        await startAtTop(page);
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: t('layout.skipToContent') })).toBeFocused({ timeout: 300 });
      }).toPass({ timeout: 10_000 });
      await startAtTop(page);
      const stops = await walk(page);
      expect(stops[0]?.name, path).toContain(t('layout.skipToContent'));
      expect(
        stops.filter((stop) => !stop.isSeen || !stop.isMarked || !stop.isInOrder),
        path,
      ).toEqual([]);
    }
  });
});
