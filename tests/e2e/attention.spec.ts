import { lastAnswer, openCard, sendMessage, english as t, toolCards } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const create = (title: string) => `/tool notes.create ${JSON.stringify({ title, content: 'text' })}`;

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
