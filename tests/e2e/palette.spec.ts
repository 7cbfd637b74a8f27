import type { BrowserContextOptions, Page } from 'playwright/test';
import type { Locale } from '@/lib/i18n';
import { ask, composerOf, expectEnded, openCard, sendMessage, textsOf } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const fieldOf = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const optionsOf = (page: Page) => page.getByRole('dialog').getByRole('option');
const currentOption = (page: Page) => page.locator('[role=option][aria-selected=true]');

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
}

interface Looks extends BrowserContextOptions {
  readonly locale: Locale;
}

const looks: readonly Looks[] = [
  { locale: 'en', viewport: { width: 1280, height: 800 } },
  { locale: 'zh-CN', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
];

for (const look of looks) {
  test(`the palette does everything by keyboard, in ${look.locale}`, async ({ account, openContext }) => {
    test.setTimeout(120_000);
    const say = textsOf(look.locale);
    const { api } = account;
    await api.post('/api/notes', { data: { title: 'Zucchini', content: 'It grows in the garden.' } });
    const found = async () => (await (await api.get('/api/knowledge/search?q=garden&mode=text')).json()).hits?.length;
    await expect.poll(found, { timeout: 30_000 }).toBe(1);
    const page = await (await openContext({ storageState: account.storageState, ...look })).newPage();
    await page.goto('/');
    await ask(page, 'about lighthouses');
    await expect(page).toHaveURL(/\/chat\//);
    const sessionId = page.url().split('/').at(-1);

    // From the field of the message, where the focus returns to.
    await composerOf(page).focus();
    await openPalette(page);
    await expect(optionsOf(page).getByText(say('layout.palette.share'))).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('ArrowUp');
    await expect(currentOption(page)).toHaveCount(1);
    const last = await currentOption(page).getAttribute('id');
    await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', last ?? '');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(composerOf(page)).toBeFocused();

    // A step of its own, left by Escape without leaving the palette; the new title is there at once.
    await openPalette(page);
    await page.keyboard.type(say('layout.palette.rename').slice(0, 5));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(say('layout.palette.renameLabel'))).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(say('layout.palette.placeholder'))).toBeFocused();
    await page.keyboard.type(say('layout.palette.rename').slice(0, 5));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Seamarks');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seamarks');

    // The server finds chats and notes by their words.
    await openPalette(page);
    await page.keyboard.type('garden');
    await expect(optionsOf(page).getByText('Zucchini')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/notes\//);
    await openPalette(page);
    await page.keyboard.type('lighthouses');
    await expect(optionsOf(page).getByText('Seamarks').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/chat/${sessionId}`));

    // A model, an action of this chat, and what was used last stands first.
    await openPalette(page);
    await page.keyboard.type(say('layout.palette.pin'));
    await page.keyboard.press('Enter');
    const pinned = async () => (await (await api.get(`/api/sessions/${sessionId}`)).json()).pinned;
    await expect.poll(pinned).toBe(true);
    await openPalette(page);
    await page.keyboard.type(look.locale === 'en' ? 'switch model' : 'qhmx');
    await page.keyboard.press('Enter');
    await page.keyboard.type('mock-fail-401');
    await expect(currentOption(page)).toHaveAttribute('id', /mock\/mock-fail-401$/);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('model-picker')).toContainText('refuses the key');
    await openPalette(page);
    await expect(page.getByRole('group', { name: say('layout.palette.recent') })).toContainText(
      say('layout.palette.unpin'),
    );
    await page.keyboard.type(say('layout.palette.share'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText(say('sharing.visibleText'))).toBeVisible();
    await page.keyboard.press('Escape');

    // Theme and language, found by the words of the other language.
    await openPalette(page);
    await page.keyboard.type(look.locale === 'en' ? '浅色' : 'light');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#fbfbfc');
  });
}

test('shortcuts stay silent while someone writes or decides', async ({ chat: page }) => {
  const t = textsOf('en');
  const help = page.getByRole('dialog', { name: t('layout.shortcuts.title') });
  await composerOf(page).focus();
  await page.keyboard.type('why?/');
  await expect(composerOf(page)).toHaveValue('why?/');
  await expect(help).toHaveCount(0);
  await composerOf(page).fill('');
  await sendMessage(page, '/tool notes.create {"title":"Typed","content":"milk"}');
  await openCard(page).focus();
  await page.keyboard.press('Shift+?');
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(openCard(page)).toBeFocused();
  await page.keyboard.press('1');
  await expectEnded(page);
});

test('the palette is reached by touch from the menu', async ({ account, openContext }) => {
  const say = textsOf('zh-CN');
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const options = { storageState: account.storageState, locale: 'zh-CN', ...phone };
  const page = await (await openContext(options)).newPage();
  await page.goto('/');
  await page.getByRole('button', { name: say('layout.openMenu') }).click();
  await page.getByRole('button', { name: say('layout.palette.open') }).click();
  await expect(fieldOf(page)).toBeFocused();
  await optionsOf(page).getByText(say('layout.tasks'), { exact: true }).click();
  await expect(page).toHaveURL(/\/tasks$/);
});

test('a hidden tab tells what happened, once, and quotes nothing', async ({ account, openContext }) => {
  test.setTimeout(90_000);
  const t = textsOf('en');
  const context = await openContext({ storageState: account.storageState, permissions: ['notifications'] });
  await context.addInitScript(() => {
    const told: unknown[] = [];
    class Told {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick: (() => void) | null = null;
      constructor(title: string, options: object) {
        told.push({ title, ...options, click: () => this.onclick?.() });
      }
      close() {}
    }
    Object.assign(window, { Notification: Told, told });
  });
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto('/settings/general');
  await first.getByRole('switch', { name: t('layout.notify.label') }).click();
  await expect(first.getByRole('switch', { name: t('layout.notify.label') })).toBeChecked();
  await expectAccessible(first);
  await second.goto('/notes');
  const hide = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const told = async (page: Page) =>
    page.evaluate(() => (window as unknown as { told: { body: string; title: string }[] }).told);
  for (const page of [first, second]) await page.waitForLoadState('networkidle');
  await hide(first);
  await hide(second);
  const input = `/tool notes.create ${JSON.stringify({ title: 'Secret', content: 'text' })}`;
  const order = { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'] };
  const made = await account.api.post('/api/agent/runs', { data: order });
  expect(made.status()).toBe(201);
  const { session_id } = await made.json();
  const both = async () => [...(await told(first)), ...(await told(second))];
  await expect.poll(async () => (await both()).length, { timeout: 30_000 }).toBe(1);
  const [only] = await both();
  expect(only).toMatchObject({ title: 'Metona', body: t('layout.notify.needsYou') });
  expect(JSON.stringify(only)).not.toContain('Secret');
  // Every tab has looked again since, and again.
  const look = (page: Page) => page.waitForResponse(/permissions\?status=open/, { timeout: 30_000 });
  for (let round = 0; round < 2; round += 1) await Promise.all([look(first), look(second)]);
  expect(await both()).toHaveLength(1);
  for (const page of [first, second]) {
    await page.evaluate(() => (window as unknown as { told: { click: () => void }[] }).told[0]?.click());
  }
  await expect.poll(() => [first.url(), second.url()].join(' ')).toContain(`/chat/${session_id}`);
});

test('without the server a page of our own says so, and nothing of anyone is kept', async ({
  openContext,
  startOwn,
}) => {
  test.setTimeout(90_000);
  const product = await startOwn();
  const origin = `http://localhost:${product.port}`;
  const page = await (await openContext({ baseURL: origin })).newPage();
  await page.goto('/register');
  await page.getByLabel(textsOf('en')('auth.email')).fill('someone@example.com');
  const password = page.getByLabel(textsOf('en')('auth.password'), { exact: true });
  await password.fill('a long enough password');
  await password.press('Enter');
  await expect(composerOf(page)).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.context().setOffline(true);
  await page.goto('/notes').catch(() => undefined);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Metona cannot be reached');
  await expect(page.locator('section[lang=zh-CN]')).toContainText('无法连接到 Metona');
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByRole('link').click();
  await expect(page).toHaveURL(/\/notes$/);
  await expect(page.getByRole('heading', { name: textsOf('en')('layout.notes') }).first()).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test('with reduced motion nothing moves', async ({ account, openContext }) => {
  const options = { storageState: account.storageState, reducedMotion: 'reduce' } as const;
  const page = await (await openContext(options)).newPage();
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await page.goto('/');
  await page.evaluate(() => {
    const seen = { animations: 0 };
    Object.assign(window, { seen });
    const look = () => {
      seen.animations = Math.max(seen.animations, document.getAnimations().length);
      requestAnimationFrame(look);
    };
    look();
  });
  await ask(page, 'hello');
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await moving()).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { seen: { animations: number } }).seen.animations)).toBe(0);
});
