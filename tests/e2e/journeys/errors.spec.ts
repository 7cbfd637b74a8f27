import { expectEnded, lastAnswer, preferModel, sendMessage, toolCards } from '@/tests/support/e2e-chat';
import { expect, type Journey, journeys, test } from '@/tests/support/e2e-journey';
import type { Wire } from '@/tests/support/e2e-test';
import { deepSeekText } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

/** DeepSeek is chosen, with a key that it refuses. */
async function chooseWithWrongKey({ page, account }: Journey, wire: Wire): Promise<void> {
  const provider = { api_key: 'sk-wrong-canary-51c0ffee77aa', base_url: wire.deepSeek.origin };
  expect((await account.api.put('/api/providers/deepseek', { data: provider })).status()).toBe(200);
  await preferModel(page.context(), 'deepseek', 'deepseek-flash');
}

journeys('errors', () => {
  test('an error says what is wrong, and each of its steps is a control beside it', async ({ journey, wire }) => {
    const { page, t } = journey;
    await chooseWithWrongKey(journey, wire);
    await page.reload();
    await sendMessage(page, 'hello');
    const card = page.getByTestId('error-card');
    await expect(card).toHaveAttribute('data-code', 'auth_invalid');
    await expect(card).toContainText(t('errors.auth_invalid'));
    await expect(card).not.toContainText('canary');
    await page.getByText(t('chat.passedOver.title')).click();
    await expect(page.getByText(t('chat.passedOver.none'))).toBeVisible();

    // Another model, from the list that opens by itself.
    await card.getByRole('button', { name: t('chat.error.pickModel') }).click();
    await expect(page.getByRole('option', { name: /^Mock/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');

    // The key is mended where the error leads, and the same message goes through.
    await card.getByRole('link', { name: t('chat.error.provider') }).click();
    await expect(page).toHaveURL(/\/settings\/providers#deepseek$/);
    const key = page.getByLabel(t('settings.providers.key')).first();
    await expect(key).toBeInViewport();
    await key.fill(deepSeekKey);
    await page
      .getByRole('button', { name: t('settings.providers.test'), exact: true })
      .first()
      .click();
    await expect(page.getByRole('status').filter({ hasText: 'deepseek-flash' })).toBeVisible();
    await page.goBack();
    wire.deepSeek.enqueue(deepSeekText('Fine.', 'Hello at last.'));
    await card.getByRole('button', { name: t('chat.error.retry') }).click();
    await expect(lastAnswer(page)).toContainText('Hello at last.');
    await expectEnded(page);
    await expect(card).toHaveCount(0);
  });

  test('another provider takes over, says so at once and for good, and the chosen one stays chosen', async ({
    journey,
    wire,
  }) => {
    const { page, t, account } = journey;
    await chooseWithWrongKey(journey, wire);
    const fallbacks = { 'llm.fallbacks': [{ provider: 'mock', model: 'mock-1' }] };
    expect((await account.api.put('/api/settings', { data: fallbacks })).status()).toBe(200);
    await page.reload();
    await sendMessage(page, '/tool system.echo {"text":"still here"}');
    const reason = t('chat.because.auth_invalid', { provider: 'DeepSeek' });
    const toast = page.locator('div[aria-live=polite]');
    await expect(toast.getByText(t('chat.notice.switched', { to: 'Mock / mock-1', reason }))).toBeVisible();
    await expectEnded(page);
    const told = async () => {
      await expect(
        lastAnswer(page).getByText(t('chat.notice.switched', { to: 'Mock / mock-1', reason })),
      ).toBeVisible();
      await expect(lastAnswer(page).getByTestId('answered-by')).toHaveText(
        t('chat.meta.because', { model: 'Mock / mock-1', reason }),
      );
      await expect(toolCards(page)).toHaveAttribute('data-state', 'done');
    };
    await told();
    await expect(page).toHaveURL(/\/chat\//);
    await page.reload();
    await told();
    await expect(page.getByTestId('model-picker')).toContainText('DeepSeek Flash');
  });
});
