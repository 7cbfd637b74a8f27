import type { Locator, Page } from 'playwright/test';
import type { Translate } from '@/lib/i18n';
import { type Account, createAccount, newCredentials } from '@/tests/support/e2e-account';
import { ask, lastAnswer, textsOf } from '@/tests/support/e2e-chat';
import { test as base, contextOf, expect, journeys } from '@/tests/support/e2e-journey';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { openSettings, originOf } from '@/tests/support/e2e-test';
import { startProduct } from '@/tests/support/product';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

interface Office {
  readonly baseURL: string;
  readonly admin: Account;
}

/** A server of several people whose administrator has a provider to lend; one for all readers. */
const test = base.extend<object, { readonly office: Office }>({
  office: [
    async ({ wire }, use) => {
      const own = { METONA_SIGNUP: '', METONA_MAX_RUNS: '4', METONA_PRIVATE_ORIGINS: wire.deepSeek.origin };
      const product = await startProduct({ env: { ...openSettings, ...own } });
      await product.waitHealthy();
      const admin = await createAccount(originOf(product));
      const data = { api_key: deepSeekKey, base_url: wire.deepSeek.origin };
      expect((await admin.api.put('/api/providers/deepseek', { data })).status()).toBe(200);
      await use({ baseURL: originOf(product), admin });
      expect(product.output()).not.toContain(deepSeekKey);
      await product.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const dialogOf = (page: Page): Locator => page.getByRole('dialog');

async function press(where: Page | Locator, name: string): Promise<void> {
  await where.getByRole('button', { name, exact: true }).click();
}

/** The list is the one that was asked for only when the others, who were there before, are gone from it. */
async function find(page: Page, t: Translate, of: { email: string; not: string }): Promise<void> {
  await expect(page.getByText(of.not)).toBeVisible();
  await page.getByRole('searchbox', { name: t('admin.search') }).fill(of.email);
  await expect(page.getByText(of.not)).toHaveCount(0);
  await expect(page.getByText(of.email)).toBeVisible();
}

async function act(page: Page, menu: string, item: string): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
}

async function setSignUp(page: Page, t: Translate, mode: string): Promise<void> {
  await page.getByLabel(t('admin.signup')).selectOption(mode);
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/admin/settings'));
  await page
    .getByRole('region', { name: t('admin.site') })
    .getByRole('button', { name: t('common.save') })
    .click();
  expect((await saved).status()).toBe(200);
}

async function secretIn(page: Page, t: Translate): Promise<string> {
  const secret = (await dialogOf(page).locator('output').textContent()) ?? '';
  await press(dialogOf(page), t('settings.tokens.done'));
  return secret;
}

async function signIn(page: Page, t: Translate, { email, password }: { email: string; password: string }) {
  await page.goto('/login');
  await page.getByLabel(t('auth.email')).fill(email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await press(page, t('auth.signIn'));
  await page.waitForURL((url) => url.pathname === '/');
}

journeys('administration', () => {
  test('who may join, somebody who is locked out, caps, a lent key, and an account that ends', async ({
    office,
    openContext,
    reader,
  }) => {
    const t = textsOf(reader.locale);
    const { baseURL, admin } = office;
    const look = { ...contextOf(reader), baseURL };
    const page = await (await openContext({ ...look, storageState: admin.storageState })).newPage();
    const guest = await (await openContext(look)).newPage();
    await page.goto('/settings/people');
    await expect(page.getByText(t('admin.fromEnvironment', { name: 'METONA_MAX_RUNS' }))).toBeVisible();
    await setSignUp(page, t, 'closed');
    await guest.goto('/register');
    await expect(guest.getByText(t('auth.signUpClosed'))).toBeVisible();
    await setSignUp(page, t, 'invite');

    await press(page, t('settings.people.invite'));
    await guest.goto(await secretIn(page, t));
    const person = newCredentials();
    await guest.getByLabel(t('auth.email')).fill(person.email);
    await guest.getByLabel(t('auth.password'), { exact: true }).fill(person.password);
    await guest.getByLabel(t('auth.name')).fill(person.name);
    await press(guest, t('auth.createAccount'));
    await guest.waitForURL((url) => url.pathname === '/');

    await find(page, t, { email: person.email, not: admin.email });
    await act(page, t('admin.actions', { name: person.name }), t('admin.caps'));
    await dialogOf(page).getByLabel(t('admin.maxFiles')).fill('7');
    await press(dialogOf(page), t('common.save'));
    await expect(dialogOf(page)).toHaveCount(0);
    const usage = async () => (await (await guest.request.get('/api/files')).json()).usage.max_bytes;
    expect(await usage()).toBe(7 * 1024 ** 2);

    await act(page, t('admin.actions', { name: person.name }), t('admin.reset'));
    await press(dialogOf(page), t('admin.reset'));
    const link = await secretIn(page, t);
    await guest.goto(link);
    const password = 'another good sentence 9';
    await guest.getByLabel(t('settings.account.newPassword')).fill(password);
    await press(guest, t('admin.resetSubmit'));
    await expect(guest.getByText(t('admin.resetDone'))).toBeVisible();
    await guest.goto(link);
    await expect(guest.getByText(t('admin.resetInvalid'))).toBeVisible();
    await expectAccessible(guest);
    await signIn(guest, t, { email: person.email, password });

    await page.goto('/settings/shared-keys');
    await press(page, t('admin.share'));
    const dialog = dialogOf(page);
    await dialog.getByRole('switch', { name: t('admin.everyone') }).click();
    await dialog.getByRole('searchbox', { name: t('admin.search') }).fill(person.email);
    await dialog.getByRole('checkbox', { name: person.email }).check();
    await dialog.getByRole('switch', { name: t('admin.modelsAll') }).click();
    await expect(dialog.getByRole('button', { name: t('common.save') })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /DeepSeek Flash/ }).check();
    await dialog.getByLabel(t('admin.modelUnlisted')).fill('deepseek-next');
    await press(dialog, t('admin.modelAdd'));
    await expect(dialog.getByRole('checkbox', { name: 'deepseek-next' })).toBeChecked();
    await dialog.getByLabel(t('admin.costCap')).fill('2.5');
    await expectAccessible(page);
    await press(dialog, t('common.save'));
    await expect(page.getByText(t('admin.forSome', { count: 1 }))).toBeVisible();
    await expect(page.getByText(t('admin.someModels', { count: 2 }))).toBeVisible();
    await expectNoSidewaysScroll(page);

    // Whoever borrows it sees what may be used of it, and neither key nor address.
    await guest.goto('/settings/providers');
    await guest.getByRole('button', { name: /DeepSeek/ }).click();
    await expect(guest.getByText(t('admin.lentText'))).toBeVisible();
    await expect(guest.getByLabel(t('settings.providers.baseUrl'))).toHaveCount(0);
    expect(await guest.content()).not.toContain(deepSeekKey.slice(-4));
    await expectNoSidewaysScroll(guest);
    await expectAccessible(guest);
    await guest.goto('/');
    await ask(guest, 'Hello');
    await expect(lastAnswer(guest)).toContainText('deepseek-flash');
    await page.reload();
    await expect(page.getByText(person.email)).toBeVisible();
    await press(page, t('admin.stop'));
    await press(dialog, t('admin.stop'));
    await expect(page.getByText(t('admin.keysNone'))).toBeVisible();

    await page.goto('/settings/people');
    await find(page, t, { email: person.email, not: admin.email });
    await act(page, t('admin.actions', { name: person.name }), t('admin.disable'));
    await press(dialog, t('admin.disable'));
    await expect(page.getByText(t('settings.people.disabled'))).toBeVisible();
    await guest.reload();
    await expect(guest).toHaveURL(/\/login/);
    await act(page, t('admin.actions', { name: person.name }), t('admin.remove'));
    await dialog.getByLabel(t('admin.typeEmail', { email: person.email })).fill(person.email);
    await press(dialog, t('admin.remove'));
    await expect(page.getByText(t('admin.noMatch'))).toBeVisible();
    await page.getByRole('searchbox', { name: t('admin.search') }).fill('');
    await expect(page.getByText(t('admin.you'), { exact: true })).toBeVisible();
    await act(page, t('admin.actions', { name: admin.name }), t('admin.dropAdmin'));
    await press(dialog, t('admin.dropAdmin'));
    await expect(dialog.getByText(t('admin.refusedLast'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
