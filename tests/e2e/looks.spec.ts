import type { Page } from 'playwright/test';
import { newCredentials } from '@/tests/support/e2e-account';
import {
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  openCard,
  openChat,
  openThoughts,
  preferModel,
  questionsOf,
  sendMessage,
  english as t,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { firstMinutes, register } from '@/tests/support/e2e-newcomer';
import { expect, test } from '@/tests/support/e2e-test';

const settingsPages = [
  'providers',
  'general',
  'tools',
  'permissions',
  'knowledge',
  'extensions',
  'tokens',
  'account',
].map((name) => `/settings/${name}`);
const ownPages = [...settingsPages, '/inbox', '/notes', '/notes/new', '/tasks', '/files', '/memories', '/shared-links'];

async function share(page: Page): Promise<string> {
  await page.getByTestId('share-button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: t('sharing.thinking') }).click();
  await dialog.getByRole('switch', { name: t('sharing.tools') }).click();
  await dialog.getByRole('button', { name: t('sharing.create') }).click();
  const url = await dialog.getByRole('status', { name: t('sharing.createdTitle') }).textContent();
  await dialog.getByRole('button', { name: t('sharing.done') }).click();
  return url ?? '';
}

/** A conversation with every kind of card, ending in an open question. */
async function fillChat(page: Page): Promise<void> {
  await preferModel(page.context(), 'mock', 'mock-thinking');
  await page.goto('/');
  await ask(page, 'hello');
  await ask(page, '/tool math.add {"left":1,"right":2}');
  await toolCards(page).last().getByRole('button').first().click();
  await openThoughts(page.getByTestId('thinking-card').first());
  await sendMessage(page, '/tool notes.create {"title":"Groceries","content":"milk"}');
  await expect(openCard(page)).toBeVisible();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing grave in ${colorScheme}`, async ({ account, openContext }) => {
    test.setTimeout(150_000);
    const reader = await (await openContext({ colorScheme })).newPage();
    for (const path of ['/login', '/register']) {
      await reader.goto(path);
      await expectAccessible(reader);
    }
    const page = await (await openContext({ colorScheme, storageState: account.storageState })).newPage();
    await page.goto('/');
    await expect(page.getByText(t('chat.welcome.mock'))).toBeVisible();
    await expectAccessible(page);
    await fillChat(page);
    await expectAccessible(page);
    for (const name of [t('chat.permission.session'), t('chat.permission.deny')]) {
      await openCard(page).getByRole('button', { name }).click();
      await expectAccessible(page);
      await openCard(page)
        .getByRole('button', { name: t('chat.permission.back') })
        .click();
    }
    await page.getByTestId('share-button').click();
    await expect(page.getByRole('dialog').getByText(t('sharing.visibleText'))).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.once') })
      .click();
    await expectEnded(page);
    await preferModel(page.context(), 'mock', 'mock-fail-401');
    await openChat(page, page.url(), 3);
    await sendMessage(page, 'fail');
    await expect(page.getByTestId('error-card')).toBeVisible();
    await expectAccessible(page);
    const url = await share(page);
    for (const path of ownPages) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectAccessible(page);
    }
    await reader.goto(url);
    await expect(reader.getByText('hello', { exact: true })).toBeVisible();
    await expectAccessible(reader);
  });
}

test('the theme is chosen in the menu and stays', async ({ chat: page, account }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: account.name }).click();
  await page.getByRole('menuitemradio', { name: t('layout.themeDark') }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  expect(await background()).toBe(dark);
});

test('everything fits a phone', async ({ openContext }) => {
  test.setTimeout(120_000);
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const context = await openContext(phone);
  const page = await context.newPage();
  await page.goto('/login');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: t('auth.toRegister') }).click();
  await expect(page.getByRole('heading', { name: t('auth.registerTitle') })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await register(page, t);
  await expectNoSidewaysScroll(page);
  await firstMinutes(page, t, 'hello');
  await expectNoSidewaysScroll(page);
  await sendMessage(page, `/tool notes.create {"title":"${'long-'.repeat(30)}","content":"${'x'.repeat(400)}"}`);
  await expect(openCard(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await page.getByRole('button', { name: t('layout.openMenu') }).click();
  await expect(page.getByRole('dialog').getByTestId('session-item')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: t('layout.closeMenu') }).click();
  const url = await share(page);
  for (const path of ownPages) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  const reader = await (await openContext(phone)).newPage();
  await reader.goto(url);
  await expect(reader.getByText('hello', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(reader);
});

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
