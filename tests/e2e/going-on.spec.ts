import {
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  preferModel,
  sendMessage,
  english as t,
} from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

test.describe('a run that takes its time', () => {
  test('goes on over a reload and looks the same in two tabs', async ({ chat: page }) => {
    await preferModel(page.context(), 'mock', 'mock-slow');
    await page.reload();
    await sendMessage(page, 'count');
    await expect(lastAnswer(page)).toContainText('word-4');
    await expect(page).toHaveURL(/\/chat\//);
    await page.reload();
    await expect(page.getByTestId('stop')).toBeVisible();
    await expect(lastAnswer(page)).toContainText('word-1 word-2 word-3');

    const second = await page.context().newPage();
    await second.goto(page.url());
    await expect(second.getByTestId('stop')).toBeVisible();
    await Promise.all([
      expect(lastAnswer(page)).toContainText('word-30'),
      expect(lastAnswer(second)).toContainText('word-30'),
    ]);
    await Promise.all([expectEnded(page), expectEnded(second)]);
    const everyWord = Array.from({ length: 60 }, (_, index) => `word-${index + 1}`).join(' ');
    for (const tab of [page, second]) {
      await expect(tab.getByTestId('message-assistant')).toHaveCount(1);
      await expect(lastAnswer(tab).getByText(everyWord, { exact: true })).toBeVisible();
    }
  });

  test('is told something while it goes on, and shows it where it was read', async ({ chat: page }) => {
    await preferModel(page.context(), 'mock', 'mock-slow');
    await page.reload();
    await sendMessage(page, 'count');
    await expect(lastAnswer(page)).toContainText('word-3');
    await page.getByTestId('composer').fill('and the other way round');
    await page.getByRole('button', { name: t('chat.composer.queue') }).click();
    await page.getByRole('button', { name: t('chat.composer.steer') }).click();
    await expect(page.getByRole('list', { name: t('chat.composer.queued') })).toBeHidden();
    const steered = lastAnswer(page).getByTestId('message-steered');
    await expect(steered).toHaveText(/and the other way round/, { timeout: 20_000 });
    await page.getByTestId('stop').click();
    await expectEnded(page);
    await page.reload();
    await expect(page.getByTestId('message-assistant')).toHaveCount(1);
    await expect(steered).toBeVisible();
    await expect(page.getByTestId('message-user')).toHaveCount(1);
  });

  test('situation 55: is followed by eight tabs of one browser, and the last one still works', async ({
    chat: page,
  }) => {
    test.setTimeout(120_000);
    await sendMessage(page, '/tool system.sleep {"ms":100000}');
    await expect(page).toHaveURL(/\/chat\//);
    const tabs = [page];
    while (tabs.length < 8) {
      const another = await page.context().newPage();
      await another.goto(page.url());
      await expect(another.getByTestId('stop')).toBeVisible();
      tabs.push(another);
    }
    await tabs.at(-1)?.getByTestId('stop').click();
    for (const tab of tabs) {
      await expectEnded(tab);
      await expect(lastAnswer(tab)).toContainText(t('chat.error.cancelled'));
    }
  });

  test('stops with one click and keeps what was said', async ({ chat: page, account }) => {
    await preferModel(page.context(), 'mock', 'mock-slow');
    await page.reload();
    await sendMessage(page, 'count');
    await expect(lastAnswer(page)).toContainText('word-3');
    await page.getByTestId('stop').click();
    await expectEnded(page);
    await expect(lastAnswer(page)).toContainText(t('chat.error.cancelled'));
    await expect(lastAnswer(page)).toContainText('word-3');
    await expect(lastAnswer(page)).not.toContainText('word-60');
    const { items } = await (await account.api.get('/api/agent/runs')).json();
    expect(items).toMatchObject([{ status: 'cancelled' }]);
    await page.reload();
    await expect(lastAnswer(page)).toContainText('word-3');
  });

  test('takes the next message while it is going on, and sends it afterwards', async ({ chat: page }) => {
    await preferModel(page.context(), 'mock', 'mock-slow');
    await page.reload();
    await sendMessage(page, 'count');
    await expect(page.getByTestId('stop')).toBeVisible();
    await page.getByTestId('composer').fill('and again');
    await page.getByRole('button', { name: t('chat.composer.queue') }).click();
    await expect(page.getByRole('list', { name: t('chat.composer.queued') })).toContainText('and again');
    await page.getByTestId('stop').click();
    await expect(page.getByTestId('message-user')).toHaveCount(2);
    await expect(lastAnswer(page)).toContainText('word-2');
    await page.getByTestId('stop').click();
    await expectEnded(page);
  });

  test('keeps the page as it is when a new chat gets its address, and a new one begins empty', async ({
    chat: page,
  }) => {
    await preferModel(page.context(), 'mock', 'mock-slow');
    await page.reload();
    const composer = composerOf(page);
    await composer.evaluate((field) => field.setAttribute('data-kept', 'yes'));
    await sendMessage(page, 'count');
    await page.keyboard.type('half a thou');
    await expect(page).toHaveURL(/\/chat\//);
    await expect(lastAnswer(page)).toContainText('word-2');
    await page.keyboard.type('ght');
    await expect(composer).toHaveAttribute('data-kept', 'yes');
    await expect(composer).toHaveValue('half a thought');

    await page.getByRole('link', { name: t('layout.newChat') }).click();
    await expect(page.getByText(t('chat.welcome.mock'))).toBeVisible();
    await expect(composerOf(page)).toHaveValue('');
    await page.goBack();
    await expect(lastAnswer(page)).toContainText('word-2');
    await expect(composerOf(page)).toHaveValue('half a thought');
    await page.getByTestId('stop').click();
    await expectEnded(page);
  });

  test('answers again in place of the old answer', async ({ chat: page }) => {
    await ask(page, 'hello');
    await page.getByRole('button', { name: t('chat.actions.regenerate') }).click();
    await expect(page.getByTestId('stop')).toBeVisible();
    await expectEnded(page);
    await expect(page.getByTestId('message-user')).toHaveCount(1);
    await expect(page.getByTestId('message-assistant')).toHaveCount(1);
  });
});
