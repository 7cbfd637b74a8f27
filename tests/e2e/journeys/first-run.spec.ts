import type { Locator, Page } from 'playwright/test';
import type { Translate } from '@/lib/i18n';
import { ask, composerOf, lastAnswer, textsOf } from '@/tests/support/e2e-chat';
import { contextOf, expect, journeys, test } from '@/tests/support/e2e-journey';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { register } from '@/tests/support/e2e-newcomer';
import { originOf } from '@/tests/support/e2e-test';
import { deepSeekText } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

const cardOf = (page: Page): Locator => page.getByTestId('first-run');

async function tryKey(card: Locator, t: Translate, key: string): Promise<void> {
  await card.getByLabel(t('settings.providers.key')).fill(key);
  await card.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
}

journeys('first run', () => {
  test('the first account is the administrator, and a local Ollama is found by itself', async ({
    reader,
    startOwn,
    openContext,
    wire,
  }) => {
    const t = textsOf(reader.locale);
    const product = await startOwn({ env: { METONA_SIGNUP: '', METONA_OLLAMA_URL: wire.ollama.origin } });
    const page = await (await openContext({ ...contextOf(reader), baseURL: originOf(product) })).newPage();
    await page.goto('/');
    await expect(page).toHaveURL(/\/register/);
    await expect(page.getByText(t('auth.firstAccount'))).toBeVisible();
    await expectAccessible(page);
    await register(page, t);

    const found = { name: 'Ollama', model: 'qwen3:8b' };
    await expect(page.getByText(t('firstRun.found', found))).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expect(await ask(page, 'Hello')).toContainText('Hello there.');
    await expect(lastAnswer(page)).toContainText('qwen3:8b');

    await page.goto('/');
    await page.getByRole('button', { name: t('firstRun.otherProvider') }).click();
    await expect(cardOf(page).getByText(t('firstRun.foundHere'))).toBeVisible();
    await page.goto('/settings/people');
    await expect(page.getByRole('heading', { name: t('settings.people.title'), exact: true })).toBeVisible();
  });

  test('a chat that works at once and says on what, and three steps to a tested real provider', async ({
    journey,
    wire,
  }) => {
    const { page, t } = journey;
    await expect(page.getByText(t('chat.welcome.mock'))).toBeVisible();
    const card = cardOf(page);
    await card.getByRole('radio', { name: 'DeepSeek' }).focus();
    await page.keyboard.press('Space');
    await card.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
    await expect(card.getByText(t('firstRun.keyMissing'))).toBeVisible();
    await card.getByText(t('settings.providers.advanced'), { exact: true }).click();
    await card.getByLabel(t('settings.providers.baseUrl')).fill(wire.deepSeek.origin);

    // A wrong key is red where it was entered, and the way is not lost.
    await tryKey(card, t, 'sk-wrong-canary-51c0ffee77aa');
    await expect(card.getByRole('alert')).toContainText(t('errors.auth_invalid'));
    await expect(card.getByRole('alert')).toContainText(t('settings.hints.wrong_key'));
    await expect(card.getByRole('alert')).toBeInViewport();
    await page.reload();
    await expect(page.getByText(t('firstRun.failing'))).toBeVisible();
    await expectAccessible(page);

    await tryKey(card, t, deepSeekKey);
    await expect(card.getByRole('status').filter({ hasText: 'deepseek-flash' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await card.getByRole('button', { name: t('settings.providers.startChat') }).click();
    await expect(card).toHaveCount(0);
    await expect(composerOf(page)).toBeFocused();
    wire.deepSeek.enqueue(deepSeekText('Easy.', 'A real answer.'));
    await expect(await ask(page, 'Hello')).toContainText('A real answer.');
    await expect(lastAnswer(page)).toContainText('deepseek-flash');
  });
});
