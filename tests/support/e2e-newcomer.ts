import { expect, type Page } from 'playwright/test';
import type { Translate } from '@/lib/i18n';
import { newCredentials } from './e2e-account';

/** Fills the registration form and lands in a new chat. */
export async function register(page: Page, t: Translate): Promise<{ email: string; name: string }> {
  const { email, password, name } = newCredentials();
  await page.getByLabel(t('auth.email')).fill(email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await page.getByLabel(t('auth.name')).fill(name);
  await page.getByRole('button', { name: t('auth.createAccount') }).click();
  await expect(page.getByRole('heading', { name: t('chat.welcome.title') })).toBeVisible();
  return { email, name };
}
