import type { Page } from 'playwright/test';
import { locales } from '@/lib/i18n';
import { lastAnswer, openCard, sendMessage, english as t, textsOf, toolCards } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { runOf } from '@/tests/support/e2e-runs';
import { expect, test } from '@/tests/support/e2e-test';

const create = (title: string) => `/tool notes.create ${JSON.stringify({ title, content: 'text' })}`;
const propose = (content: string) => `/tool memory.save ${JSON.stringify({ content })}`;

const waitingCount = (page: Page) => page.getByTestId('waiting-count');

for (const locale of locales) {
  test(`what waits is answered in one place, in ${locale}`, async ({ account, openContext }) => {
    const say = textsOf(locale);
    const { api } = account;
    await runOf(api, create('Milk'));
    await runOf(api, create('Bread'));
    await runOf(api, propose('The user likes tea'));
    const page = await (await openContext({ storageState: account.storageState, locale })).newPage();
    await page.goto('/inbox');
    await expect(openCard(page)).toHaveCount(2);
    await expect(page.getByText('The user likes tea', { exact: true })).toBeVisible();
    await expect(waitingCount(page)).toContainText('3');
    await expectAccessible(page);

    // The oldest is first; the keys reach it, and then the next one.
    await expect(openCard(page).first()).toContainText('Milk');
    await openCard(page).first().focus();
    await page.keyboard.press('1');
    await expect(openCard(page)).toHaveCount(1);
    await expect(openCard(page)).toBeFocused();
    await page.keyboard.press('3');
    await page.keyboard.type('not now');
    await page.keyboard.press('Enter');
    await expect(openCard(page)).toHaveCount(0);
    await expect(page.locator('[data-testid=permission-card][data-state=denied]')).toContainText('not now');
    await page.getByRole('button', { name: say('library.memories.accept') }).click();
    await expect(page.getByText(say('inbox.empty'))).toBeVisible();
    await expect(waitingCount(page)).toHaveCount(0);

    const notes = await (await api.get('/api/notes')).json();
    expect(notes.items.map((note: { title: string }) => note.title)).toEqual(['Milk']);
    const memories = await (await api.get('/api/memories?status=active')).json();
    expect(memories.items.map((memory: { content: string }) => memory.content)).toEqual(['The user likes tea']);

    // What is asked later comes without a reload.
    await runOf(api, create('Later'));
    await expect(openCard(page)).toContainText('Later');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });
}

test('a run is inspected from its answer and from a tool', async ({ chat: page }) => {
  await sendMessage(page, create('Traced'));
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await lastAnswer(page)
    .getByRole('link', { name: t('chat.meta.trace') })
    .click();
  await expect(page.getByRole('heading', { name: t('trace.title') })).toBeVisible();
  const spans = page.getByTestId('trace-span');
  const kinds = () => spans.evaluateAll((all) => all.map((span) => (span as HTMLElement).dataset.kind).sort());
  await expect.poll(kinds).toEqual(['attempt', 'attempt', 'tool', 'wait']);
  const first = spans.and(page.locator('[data-kind=attempt]')).first();
  await first.locator('summary').click();
  await first.getByRole('button', { name: t('trace.request.title') }).click();
  await expect(first).toContainText('notes.create');
  await expect(first).toContainText(t('trace.request.system'));
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1180, height: 800 });

  await page.getByRole('link', { name: t('trace.back') }).click();
  await toolCards(page).getByRole('button').first().click();
  await toolCards(page)
    .getByRole('link', { name: t('chat.tool.inTrace') })
    .click();
  const tool = spans.and(page.locator('[data-kind=tool]'));
  await expect(tool).toContainText(t('trace.args'));
  await expect(tool).toContainText('Traced');
});
