import { gzipSync } from 'node:zlib';
import { preferModel, english as t } from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

/** KB, gzip, of scripts and styles before the first touch; an empty Next app has 132. */
const most = 198;

test('an empty chat carries no more than it needs before the first touch', async ({ account, openContext }) => {
  const context = await openContext({ storageState: account.storageState });
  await preferModel(context, 'mock', 'mock-thinking');
  const page = await context.newPage();
  // Somebody who has connected a provider: the first steps are for those who have not.
  await page.route('**/api/providers', async (route) => {
    const response = await route.fetch();
    const { items } = (await response.json()) as { items: readonly object[] };
    await route.fulfill({ response, json: { items: items.map((item) => ({ ...item, kind: 'hosted' })) } });
  });
  const code: Promise<number>[] = [];
  page.on('response', (response) => {
    const isCode = /^(script|stylesheet)$/.test(response.request().resourceType());
    if (isCode) code.push(response.body().then((body) => gzipSync(body).byteLength / 1024));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const sizes = await Promise.all(code);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most);
});

test('a menu opens at the first press, quicker than its code, and gives the focus back', async ({
  account,
  openContext,
}) => {
  const context = await openContext({ storageState: account.storageState });
  const page = await context.newPage();
  await page.goto('/', { waitUntil: 'networkidle' });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/**', async (route) => {
    await held;
    await route.continue();
  });
  const button = page.locator('button[aria-haspopup=menu]').last();
  const menu = page.getByRole('menu');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(menu).toHaveCount(0);
  release();
  await expect(menu.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(700, 200);
  await expect(menu).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  const picker = page.getByTestId('model-picker');
  await picker.click();
  await expect(page.getByRole('combobox', { name: t('settings.models.search') })).toBeFocused();
  await picker.click();
  await expect(page.getByRole('listbox')).toHaveCount(0);

  const hint = page.getByRole('tooltip');
  await page.getByRole('button', { name: t('chat.composer.attach') }).hover();
  await expect(hint).toHaveText(t('chat.composer.attach'));
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);

  // What cannot be had stays away, and takes nothing with it.
  await page.unroute('**/_next/static/**');
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await page.waitForEvent('requestfailed');
  await page.getByTestId('composer').fill('still here');
  await expect(page.getByTestId('composer')).toHaveValue('still here');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
