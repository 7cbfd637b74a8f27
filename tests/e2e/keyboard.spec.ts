import type { Page } from 'playwright/test';
import { newCredentials } from '@/tests/support/e2e-account';
import {
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  openCard,
  questionsOf,
  sendMessage,
  english as t,
  textsOf,
} from '@/tests/support/e2e-chat';
import { expectAccessible } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

test('the keyboard alone is enough', async ({ openContext }) => {
  const page = await (await openContext()).newPage();
  const keys = page.keyboard;
  await page.goto('/register');
  await expect(page.getByLabel(t('auth.email'))).toBeFocused();
  const { email, password } = newCredentials();
  await keys.type(email);
  await keys.press('Tab');
  await keys.type(password);
  await keys.press('Enter');
  await expect(page.getByText(t('chat.welcome.mock'))).toBeVisible();

  await expect(async () => {
    await keys.press('Tab');
    await expect(composerOf(page)).toBeFocused({ timeout: 50 });
  }).toPass({ timeout: 10_000, intervals: [0] });
  await keys.type('/tool notes.create {"title":"Typed","content":"milk"}');
  await keys.press('Enter');
  await expect(openCard(page)).toBeVisible();
  // Backwards from the composer to the card, where one key decides.
  await expect(async () => {
    await keys.press('Shift+Tab');
    await expect(openCard(page)).toBeFocused({ timeout: 50 });
  }).toPass({ timeout: 10_000, intervals: [0] });
  await keys.press('1');
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText('notes.create →');

  await composerOf(page).focus();
  await keys.type('/tool notes.create {"title":"Refused","content":"milk"}');
  await keys.press('Enter');
  await expect(questionsOf(page)).toHaveCount(2);
  await expect(openCard(page)).toBeVisible();
  await expect(async () => {
    await keys.press('Shift+Tab');
    await expect(openCard(page)).toBeFocused({ timeout: 50 });
  }).toPass({ timeout: 10_000, intervals: [0] });
  await keys.press('3');
  await expect(openCard(page).getByLabel(t('chat.permission.denyReason'))).toBeFocused();
  await keys.type('123');
  await keys.press('Enter');
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText('123');
});

test('shortcuts stay silent while someone writes or decides', async ({ chat: page }) => {
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

test('a hidden tab tells what happened, once, and quotes nothing', async ({ account, openContext }) => {
  test.setTimeout(90_000);
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

for (const locale of ['en', 'zh-CN'] as const) {
  test(`without the server a page says so in the language that was chosen (${locale}), and nothing is kept`, async ({
    account,
    openContext,
    origin,
  }) => {
    const say = textsOf(locale);
    // The browser prefers the other language and the other theme.
    const browser = { locale: locale === 'en' ? 'zh-CN' : 'en', colorScheme: 'dark' } as const;
    const context = await openContext({ storageState: account.storageState, ...browser });
    await context.addCookies([
      { name: 'metona_locale', value: locale, url: origin },
      { name: 'metona_theme', value: 'light', url: origin },
    ]);
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await context.setOffline(true);
    await page.goto('/notes').catch(() => undefined);
    const head = locale === 'en' ? 'Metona cannot be reached' : '无法连接到 Metona';
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(head);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(251, 251, 252)');
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('link', { name: locale === 'en' ? 'Try again' : '重试' }).click();
    await expect(page).toHaveURL(/\/notes$/);
    await expect(page.getByRole('heading', { name: say('layout.notes') }).first()).toBeVisible();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });
}

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
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await moving()).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { seen: { animations: number } }).seen.animations)).toBe(0);
});
