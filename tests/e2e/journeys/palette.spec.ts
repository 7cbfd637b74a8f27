import type { Page } from 'playwright/test';
import { ask, composerOf } from '@/tests/support/e2e-chat';
import { expect, journeys, openSidebar, test } from '@/tests/support/e2e-journey';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';

const fieldOf = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const optionsOf = (page: Page) => page.getByRole('dialog').getByRole('option');
const currentOption = (page: Page) => page.locator('[role=option][aria-selected=true]');

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
}

async function choose(page: Page, words: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(words);
  await expect(currentOption(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
}

journeys('everywhere: the palette', () => {
  test('it does by keyboard what the pages do, and gives the focus back', async ({ journey }) => {
    const { page, t, reader, account, narrow } = journey;
    const isEnglish = reader.locale === 'en';
    await account.api.post('/api/notes', { data: { title: 'Zucchini', content: 'It grows in the garden.' } });
    await ask(page, 'about lighthouses');
    await expect(page).toHaveURL(/\/chat\//);
    const sessionId = page.url().split('/').at(-1);

    // From the field of the message, where the focus returns to; the arrows go around.
    await composerOf(page).focus();
    await openPalette(page);
    await expect(optionsOf(page).getByText(t('layout.palette.share'))).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('ArrowUp');
    const last = await currentOption(page).getAttribute('id');
    await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', last ?? '');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(composerOf(page)).toBeFocused();

    // A step of its own is left by Escape without leaving the palette; the new title is there at once.
    await choose(page, t('layout.palette.rename').slice(0, 5));
    await expect(page.getByLabel(t('layout.palette.renameLabel'))).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(t('layout.palette.placeholder'))).toBeFocused();
    await page.keyboard.type(t('layout.palette.rename').slice(0, 5));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Seamarks');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seamarks');

    // A model, by the first letters of the syllables in Chinese; an action of this chat, which then stands first.
    await choose(page, isEnglish ? 'switch model' : 'qhmx');
    await page.keyboard.type('mock-fail-401');
    await expect(currentOption(page)).toHaveAttribute('id', /mock\/mock-fail-401$/);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('model-picker')).toContainText('refuses the key');
    await choose(page, t('layout.palette.pin'));
    const pinned = async () => (await (await account.api.get(`/api/sessions/${sessionId}`)).json()).pinned;
    await expect.poll(pinned).toBe(true);
    await openPalette(page);
    const recent = page.getByRole('group', { name: t('layout.palette.recent') });
    await expect(recent).toContainText(t('layout.palette.unpin'));

    // The server finds notes and chats by their words.
    const found = async () =>
      (await (await account.api.get('/api/knowledge/search?q=garden&mode=text')).json()).hits?.length;
    await expect.poll(found, { timeout: 30_000 }).toBe(1);
    await page.keyboard.type('garden');
    await expect(optionsOf(page).getByText('Zucchini')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/notes\//);
    await openPalette(page);
    await page.keyboard.type('lighthouses');
    await expect(optionsOf(page).getByText('Seamarks').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/chat/${sessionId}`));

    // The theme, by its name in the other language; the bars of the browser follow.
    await choose(page, isEnglish ? '深色' : 'dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#0f1117');

    // By touch or mouse it is reached from the side bar.
    const sidebar = await openSidebar(journey);
    await sidebar.getByRole('button', { name: t('layout.palette.open') }).click();
    await optionsOf(page).getByText(t('layout.tasks'), { exact: true }).click();
    await expect(page).toHaveURL(/\/tasks$/);
    if (narrow) await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
