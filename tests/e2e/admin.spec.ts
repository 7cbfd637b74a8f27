import type { Page } from 'playwright/test';
import { type Account, createAccount } from '@/tests/support/e2e-account';
import { ask, lastAnswer, english as t, textsOf } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, originOf, test } from '@/tests/support/e2e-test';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

const phone = { width: 360, height: 740 };

async function act(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: t('admin.actions', { name }) }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const rowOf = (page: Page, account: Account) =>
  page.getByRole('listitem').filter({ has: page.getByText(account.name, { exact: true }) });

async function newPassword(page: Page, url: string, password: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { name: t('admin.resetPageTitle') })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(t('settings.account.newPassword')).fill(password);
  await page.getByRole('button', { name: t('admin.resetSubmit') }).click();
  await expect(page.getByText(t('admin.resetDone'))).toBeVisible();
}

test('an administrator opens the sign-up, helps somebody who is locked out, and disables and deletes an account', async ({
  startOwn,
  openContext,
}) => {
  test.setTimeout(120_000);
  const product = await startOwn({ env: { METONA_SIGNUP: '', METONA_MAX_RUNS: '4' } });
  const baseURL = originOf(product);
  const admin = await createAccount(baseURL);
  const page = await (await openContext({ baseURL, storageState: admin.storageState })).newPage();
  await page.goto('/settings/people');
  await expect(page.getByText(t('admin.fromEnvironment', { name: 'METONA_MAX_RUNS' }))).toBeVisible();
  await page.getByLabel(t('admin.signup')).selectOption('open');
  await page.getByRole('button', { name: t('common.save') }).click();
  await expect(page.getByText(t('common.saved'))).toBeVisible();
  const [anna, ben] = [await createAccount(baseURL), await createAccount(baseURL)];

  await page.reload();
  await expect(rowOf(page, anna)).toBeVisible();
  await page.getByRole('searchbox', { name: t('admin.search') }).fill(anna.email.slice(0, 12));
  await expect(rowOf(page, ben)).toHaveCount(0);
  await act(page, anna.name, t('admin.caps'));
  await page.getByRole('dialog').getByLabel(t('admin.maxFiles')).fill('7');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await (await anna.api.get('/api/files')).json()).usage.max_bytes).toBe(7 * 1024 ** 2);

  await act(page, anna.name, t('admin.reset'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('admin.reset') }).click();
  const url = (await dialog.locator('output').textContent()) ?? '';
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('settings.tokens.done') }).click();
  const guest = await (await openContext({ baseURL, viewport: phone, colorScheme: 'dark' })).newPage();
  await newPassword(guest, url, 'another good sentence 9');
  await guest.goto(url);
  await expect(guest.getByText(t('admin.resetInvalid'))).toBeVisible();
  await guest.getByRole('link', { name: t('auth.toSignIn') }).click();
  await guest.getByLabel(t('auth.email')).fill(anna.email);
  await guest.getByLabel(t('auth.password'), { exact: true }).fill('another good sentence 9');
  await guest.getByRole('button', { name: t('auth.signIn'), exact: true }).click();
  await expect(guest).toHaveURL(`${baseURL}/`);

  await act(page, anna.name, t('admin.disable'));
  await dialog.getByRole('button', { name: t('admin.disable') }).click();
  await expect(rowOf(page, anna).getByText(t('settings.people.disabled'))).toBeVisible();
  await guest.reload();
  await expect(guest).toHaveURL(/\/login/);
  await act(page, anna.name, t('admin.remove'));
  await dialog.getByLabel(t('admin.typeEmail', { email: anna.email })).fill(anna.email);
  await dialog.getByRole('button', { name: t('admin.remove') }).click();
  await expect(page.getByText(t('admin.noMatch'))).toBeVisible();

  await page.getByRole('searchbox', { name: t('admin.search') }).fill('');
  await act(page, admin.name, t('admin.dropAdmin'));
  await dialog.getByRole('button', { name: t('admin.dropAdmin') }).click();
  await expect(dialog.getByText(t('admin.refusedLast'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('on a phone, in Chinese, a key is lent whose borrower sees neither it nor its address', async ({
  startOwn,
  openContext,
  wire,
}) => {
  test.setTimeout(120_000);
  const zh = textsOf('zh-CN');
  const product = await startOwn({ env: { METONA_PRIVATE_ORIGINS: wire.deepSeek.origin } });
  const baseURL = originOf(product);
  const [admin, anna] = [await createAccount(baseURL), await createAccount(baseURL)];
  const json = { api_key: deepSeekKey, base_url: wire.deepSeek.origin };
  expect((await admin.api.put('/api/providers/deepseek', { data: json })).status()).toBe(200);

  const look = { baseURL, viewport: phone, locale: 'zh-CN', colorScheme: 'dark' } as const;
  const page = await (await openContext({ ...look, storageState: admin.storageState })).newPage();
  await page.goto('/settings/shared-keys');
  await expect(page.getByText(zh('admin.keysNone'))).toBeVisible();
  await page.getByRole('button', { name: zh('admin.share') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(zh('admin.models')).fill('deepseek-flash');
  await dialog.getByLabel(zh('admin.costCap')).fill('2.5');
  await dialog.getByRole('switch', { name: zh('admin.everyone') }).click();
  await dialog.getByRole('checkbox', { name: anna.email }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: zh('common.save') }).click();
  await expect(page.getByText(zh('admin.forSome', { count: 1 }))).toBeVisible();
  await expect(page.getByText(zh('admin.someModels', { count: 1 }))).toBeVisible();

  const chat = await (await openContext({ ...look, storageState: anna.storageState })).newPage();
  await chat.goto('/settings/providers');
  await expect(chat.getByText(zh('admin.lent'))).toBeVisible();
  await chat.getByRole('button', { name: /DeepSeek/ }).click();
  await expect(chat.getByText(zh('admin.lentText'))).toBeVisible();
  await expect(chat.getByText(/本月已用 US\$0/)).toBeVisible();
  await expect(chat.getByLabel(zh('settings.providers.baseUrl'))).toHaveCount(0);
  await expectNoSidewaysScroll(chat);
  await expectAccessible(chat);
  expect(await chat.content()).not.toContain(new URL(wire.deepSeek.origin).port);
  await chat.goto('/');
  await ask(chat, '你好');
  await expect(lastAnswer(chat)).toBeVisible();

  await page.reload();
  await expect(page.getByText(anna.email)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: zh('admin.stop') }).click();
  await dialog.getByRole('button', { name: zh('admin.stop') }).click();
  await expect(page.getByText(zh('admin.keysNone'))).toBeVisible();
  await chat.goto('/settings/providers');
  await expect(chat.getByText(zh('admin.lent'))).toHaveCount(0);
  expect(product.output()).not.toContain(deepSeekKey);
});
