import type { Locator } from 'playwright/test';
import { expectEnded, lastAnswer, preferModel, sendMessage } from '@/tests/support/e2e-chat';
import { expect, type Journey, journeys, openSidebar, test } from '@/tests/support/e2e-journey';
import type { Wire } from '@/tests/support/e2e-test';
import { deepSeekCall, deepSeekText } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

/** So long that its stream takes a second or two. */
const long = Array.from({ length: 40 }, (_, line) => `Thought ${line + 1} takes its time.`).join('\n\n');

async function openThinker({ page, account }: Journey, wire: Wire): Promise<void> {
  const provider = { api_key: deepSeekKey, base_url: wire.deepSeek.origin };
  expect((await account.api.put('/api/providers/deepseek', { data: provider })).status()).toBe(200);
  await preferModel(page.context(), 'deepseek', 'deepseek-flash');
  await page.reload();
}

const headOf = (card: Locator) => card.getByRole('button').first();
const isOpen = (card: Locator, open: boolean) => expect(headOf(card)).toHaveAttribute('aria-expanded', String(open));

journeys('thinking', () => {
  test('thoughts open while they stream, close a second later, and stay where they happened', async ({
    journey,
    wire,
  }) => {
    const { page, t } = journey;
    await openThinker(journey, wire);
    wire.deepSeek.enqueue(deepSeekCall(long), deepSeekText('Short.', 'The answer.'));
    await sendMessage(page, 'Think first');
    const cards = lastAnswer(page).getByTestId('thinking-card');
    const first = cards.first();
    await expect(first).toHaveAttribute('data-state', 'running');
    await isOpen(first, true);
    await expect(first).toContainText(t('chat.thinking.running'));
    // A small window on the newest words.
    const preview = first.getByRole('region', { name: t('chat.thinking.doneUntimed') });
    await expect(preview).toContainText('Thought 20');
    const seen = await preview.evaluate((box) => {
      const words = box.firstElementChild?.getBoundingClientRect();
      const { height, bottom } = box.getBoundingClientRect();
      return { height, below: Math.round((words?.bottom ?? 0) - bottom), above: (words?.height ?? 0) > height };
    });
    expect(seen).toEqual({ height: 256, below: 0, above: true });

    await expectEnded(page);
    await isOpen(first, false);
    await expect(lastAnswer(page)).toContainText('The answer.');
    const places = () =>
      lastAnswer(page)
        .locator('[data-testid=thinking-card], [data-testid=tool-card], p:text-is("The answer.")')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.testid ?? 'text'));
    expect(await places()).toEqual(['thinking-card', 'tool-card', 'thinking-card', 'text']);
    await expect(cards.last()).toContainText(t('chat.thinking.doneBriefly'));

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await headOf(first).click();
    await first.getByRole('button', { name: t('chat.thinking.copy') }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(long);
    const told = await headOf(first).textContent();
    await page.reload();
    await expect(headOf(cards.first())).toHaveText(told ?? '');
    expect(await places()).toEqual(['thinking-card', 'tool-card', 'thinking-card', 'text']);
  });

  test('what the reader opens or closes stays so', async ({ journey, wire }) => {
    const { page, t, narrow } = journey;
    await openThinker(journey, wire);
    wire.deepSeek.enqueue(deepSeekCall(long), deepSeekText(long, 'The answer.'));
    await sendMessage(page, 'Think first');
    const [first, second] = [0, 1].map((at) => lastAnswer(page).getByTestId('thinking-card').nth(at)) as [
      Locator,
      Locator,
    ];
    await headOf(first).click();
    await isOpen(first, false);
    await expect(second).toHaveAttribute('data-state', 'running');
    await isOpen(first, false);
    await headOf(second).click();
    await headOf(second).press('Enter');
    await expectEnded(page);
    await expect(second).toHaveAttribute('data-state', 'done');
    // Longer than it would take to close by itself.
    await page.waitForTimeout(1200);
    await isOpen(second, true);

    const sidebar = await openSidebar(journey);
    await sidebar.getByRole('link', { name: t('layout.newChat') }).click();
    await expect(page.getByTestId('thinking-card')).toHaveCount(0);
    if (narrow) await openSidebar(journey);
    await sidebar.getByTestId('session-item').click();
    await isOpen(first, false);
    await isOpen(second, true);
  });
});
