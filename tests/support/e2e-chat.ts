import { type BrowserContext, expect, type Locator, type Page } from 'playwright/test';
import { catalogues, createTranslate, type Locale, type Translate } from '@/lib/i18n';

/** The texts of the interface in one language. */
export function textsOf(locale: Locale): Translate {
  return createTranslate(catalogues[locale], locale);
}

export const english = textsOf('en');

/** Once it answers: before that, Enter is a new line. */
export const composerOf = (page: Page): Locator => page.locator('[data-testid=composer][data-answers]');
export const questionsOf = (page: Page): Locator => page.getByTestId('message-user');
export const answersOf = (page: Page): Locator => page.getByTestId('message-assistant');
export const lastAnswer = (page: Page): Locator => answersOf(page).last();
export const openCard = (page: Page): Locator => page.locator('[data-testid=permission-card][data-state=open]');
export const toolCards = (page: Page): Locator => page.getByTestId('tool-card');

/** Opens a thinking card that has closed by itself, as it does a moment after the thoughts have ended. */
export async function openThoughts(card: Locator): Promise<void> {
  const toggle = card.getByRole('button').first();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
}

/** Opens a conversation and waits until it is there. */
export async function openChat(page: Page, address: string, questions: number): Promise<void> {
  await page.goto(address);
  await expect(questionsOf(page)).toHaveCount(questions);
}

/** Sends a message as a person does, and sees it in the conversation. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  const before = await questionsOf(page).count();
  await composerOf(page).fill(text);
  await composerOf(page).press('Enter');
  await expect(questionsOf(page)).toHaveCount(before + 1);
  await expect(composerOf(page)).toHaveValue('');
}

/** The newest run has come to its end: nothing is left to stop, and the answer has its footer. */
export async function expectEnded(page: Page): Promise<void> {
  await expect(page.getByTestId('stop')).toHaveCount(0);
  await expect(lastAnswer(page).getByRole('contentinfo').or(lastAnswer(page).locator('footer'))).toBeVisible();
}

/** Sends a message and waits for the whole answer. */
export async function ask(page: Page, text: string): Promise<Locator> {
  const before = await answersOf(page).count();
  await sendMessage(page, text);
  await expect(answersOf(page)).toHaveCount(before + 1);
  await expectEnded(page);
  return lastAnswer(page);
}

/** Which model the next message of this browser goes to, without the way through the menu. */
export async function preferModel(context: BrowserContext, providerId: string, model: string): Promise<void> {
  const choice = JSON.stringify({ providerId, model, effort: null });
  await context.addInitScript((value) => {
    // The empty page before the first address has no storage, nor have the frames of diagrams.
    if (location.protocol === 'http:' && window === top) localStorage.setItem('metona.model', value);
  }, choice);
}
