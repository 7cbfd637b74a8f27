import type { Page } from 'playwright/test';
import { signIn } from '@/tests/support/e2e-account';
import { expect, journeys, test } from '@/tests/support/e2e-journey';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';

/** Every section by its link, on the way of a person: each is there, none sideways. */
async function visit(page: Page, href: string): Promise<void> {
  await page.locator(`nav a[href="${href}"]`).last().click();
  await page.waitForURL(`**${href}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
}

journeys('settings', () => {
  test('appearance, language and access tokens', async ({ journey }) => {
    const { page, t, reader, account } = journey;
    await page.goto('/settings/general');
    const other = reader.locale === 'en' ? 'zh-CN' : 'en';
    await page.getByLabel(t('settings.general.theme')).selectOption('dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByLabel(t('settings.general.language')).selectOption(other);
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await page.locator('select').last().selectOption(reader.locale);
    await expect(page.getByRole('heading', { name: t('settings.general.title'), exact: true })).toBeVisible();

    await visit(page, '/settings/tokens');
    await page.getByLabel(t('settings.tokens.name')).fill('Backup');
    await page.getByRole('button', { name: t('settings.tokens.create') }).click();
    const token = (await page.getByRole('dialog').locator('output').textContent()) ?? '';
    await page.getByRole('button', { name: t('settings.tokens.done') }).click();
    await expect(page.getByText(token)).toHaveCount(0);
    await expect(page.getByText(`mtn_••••${token.slice(-4)}`)).toBeVisible();
    const call = () => page.request.get('/api/account', { headers: { authorization: `Bearer ${token}`, cookie: '' } });
    expect(await (await call()).json()).toMatchObject({ email: account.email });
    await page.getByRole('button', { name: t('settings.tokens.deleteName', { name: 'Backup' }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.delete') })
      .click();
    await expect(page.getByText(`mtn_••••${token.slice(-4)}`)).toHaveCount(0);
    expect((await call()).status()).toBe(401);
  });

  test('an account: its name, its password, where it is signed in, its data, its end', async ({
    journey,
    openContext,
    origin,
  }) => {
    const { page, t, reader, account } = journey;
    const elsewhere = await (await openContext({ storageState: account.storageState })).newPage();
    await page.goto('/settings/account');
    await page.getByLabel(t('settings.account.name'), { exact: true }).fill('Anna');
    await page.getByRole('button', { name: t('common.save'), exact: true }).click();
    await expect(page.getByText(t('common.saved'))).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t('exchange.exportButton') }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);

    const current = page.getByLabel(t('settings.account.currentPassword'));
    await current.fill('not the password');
    await page.getByLabel(t('settings.account.newPassword')).fill('another good sentence 9');
    await page.getByRole('button', { name: t('settings.account.changePassword') }).click();
    await expect(page.getByText(t('settings.account.wrongPassword'))).toBeVisible();
    await current.fill(account.password);
    await page.getByRole('button', { name: t('settings.account.changePassword') }).click();
    await expect(page.getByText(t('settings.account.passwordChanged'))).toBeVisible();

    const again = { email: account.email, password: 'another good sentence 9' };
    await signIn(elsewhere.request, origin, again);
    await page.reload();
    await page.getByRole('button', { name: t('settings.account.endSignIn') }).click();
    await expect(page.getByRole('button', { name: t('settings.account.endSignIn') })).toHaveCount(0);
    await elsewhere.goto('/');
    await expect(elsewhere).toHaveURL(/\/login/);
    await signIn(elsewhere.request, origin, again);
    await page.getByRole('button', { name: t('admin.signOutEverywhere') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin.signOutEverywhere') })
      .click();
    await expect(page).toHaveURL(/\/login/);
    await elsewhere.goto('/');
    await expect(elsewhere).toHaveURL(/\/login/);

    await signIn(page.request, origin, again);
    await page.goto('/settings/account');
    await page.getByRole('button', { name: t('settings.account.deleteButton') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('settings.account.typedEmail')).fill(account.email);
    await dialog.getByLabel(t('settings.account.currentPassword')).fill('another good sentence 9');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('settings.account.deleteConfirm') }).click();
    // Where nobody is left, the next one is the first again.
    await expect(page).toHaveURL(/\/(login|register)/);
    expect(reader.locale).toBe(await page.locator('html').getAttribute('lang'));
  });
});
