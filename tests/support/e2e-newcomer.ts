import { expect, type Page } from 'playwright/test';
import type { Translate } from '@/lib/i18n';
import { newCredentials } from './e2e-account';
import { ask, expectEnded, lastAnswer, openCard, sendMessage, toolCards } from './e2e-chat';

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

/** The first minutes: an answer, a tool, and a note after a question. */
export async function firstMinutes(page: Page, t: Translate, hello: string): Promise<void> {
  await expect(await ask(page, hello)).toContainText(hello);

  await ask(page, '/tool math.add {"left":1,"right":2}');
  const sum = toolCards(page).last();
  await expect(sum).toHaveAttribute('data-state', 'done');
  await sum.getByRole('button', { name: 'math.add' }).click();
  await expect(sum).toContainText('"sum": 3');
  await expect(lastAnswer(page)).toContainText('math.add → 3');

  await sendMessage(page, '/tool notes.create {"title":"Groceries","content":"milk"}');
  await expect(openCard(page)).toContainText(t('chat.permission.title', { tool: 'notes.create' }));
  await expect(openCard(page)).toContainText('Groceries');
  await expect(openCard(page)).toContainText('notes.write');
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText('notes.create →');
}
