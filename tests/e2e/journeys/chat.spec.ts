import type { Page } from 'playwright/test';
import { answersOf, composerOf, expectEnded, lastAnswer, questionsOf, sendMessage } from '@/tests/support/e2e-chat';
import { importChat, pickModel } from '@/tests/support/e2e-conversations';
import { contextOf, expect, type Journey, journeys, openSidebar, test } from '@/tests/support/e2e-journey';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const queueOf = ({ page, t }: Journey) => page.getByRole('list', { name: t('chat.composer.queued') });
const switcherOf = (page: Page) => page.getByTestId('branch-switcher');
const icon = (page: Page) => page.locator('link[rel=icon]').last();

/** Two questions with their answers, from long ago. */
const talk = [
  ['user', 'alpha question'],
  ['assistant', 'alpha answer'],
  ['user', 'second question'],
  ['assistant', 'second answer'],
] as const;

async function edit({ page, t }: Journey, text: string): Promise<void> {
  const question = questionsOf(page).first();
  await question.hover();
  await question.getByRole('button', { name: t('chat.actions.edit') }).click();
  await expect(composerOf(page)).toHaveValue(text);
}

journeys('chat', () => {
  test('words, a picture and a table go to the model that was picked', async ({ journey }) => {
    const { page, t } = journey;
    await page.getByTestId('model-picker').click();
    const models = page.getByRole('listbox', { name: t('settings.models.title') });
    await expect(models.getByText(t('settings.models.images')).first()).toBeAttached();
    await page.getByRole('combobox').fill('thinks');
    await expect(models.getByRole('option')).toHaveText([new RegExp(t('settings.models.thinking'))]);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('model-picker')).toContainText('Mock, thinks first');
    await page
      .getByRole('button', { name: t('chat.model.effortPick', { effort: t('chat.model.effortDefault') }) })
      .click();
    await page.getByRole('menuitemradio', { name: t('chat.model.effortHigh'), exact: true }).click();

    await page.locator('input[type=file]').setInputFiles([
      { name: 'ages.csv', mimeType: 'text/csv', buffer: Buffer.from('name,age\n李雷,7\n') },
      { name: 'dot.png', mimeType: 'image/png', buffer: pixel },
    ]);
    await expect(page.getByTestId('attached-file')).toHaveAttribute('data-state', 'ready');
    await expect(page.getByRole('img', { name: t('chat.image.yours', { number: '1' }) })).toBeVisible();
    await composerOf(page).pressSequentially('one');
    await composerOf(page).press('Shift+Enter');
    await composerOf(page).pressSequentially('two');
    await expect(questionsOf(page)).toHaveCount(0);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/agent\/runs$/.test(request.url()));
    await composerOf(page).press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({
      input: 'one\ntwo',
      model: 'mock-thinking',
      params: { thinkingEffort: 'high' },
    });
    await expect(page.getByTestId('thinking-card')).toBeVisible();
    await expectEnded(page);

    await page.reload();
    const question = questionsOf(page).first();
    await expect(question).toContainText('ages.csv');
    await expect(question.getByRole('img')).toBeVisible();
    await expect(question.locator('p')).toHaveText('one\ntwo');
  });

  test('an answer under way is told more, followed by what waits, seen elsewhere and stopped', async ({
    journey,
    openContext,
  }) => {
    const { page, t, reader, account } = journey;
    await sendMessage(page, '/tool system.sleep {"ms":2500}');
    const isRunning = new RegExp(`^${t('chat.runningTitle', { title: '' })}`);
    await expect(page).toHaveTitle(isRunning);
    await expect(icon(page)).toHaveAttribute('href', /^data:/);
    for (const text of ['one thing', 'and another']) {
      await composerOf(page).fill(text);
      await page.getByRole('button', { name: t('chat.composer.queue') }).click();
    }
    await expect(queueOf(journey).getByRole('listitem')).toHaveCount(2);
    // Taken out of the line it is not gone.
    await queueOf(journey)
      .getByRole('button', { name: t('chat.composer.unqueue') })
      .last()
      .click();
    await expect(composerOf(page)).toHaveValue('and another');
    await composerOf(page).press('Enter');
    await queueOf(journey)
      .getByRole('button', { name: t('chat.composer.steer') })
      .first()
      .click();
    await expect(queueOf(journey).getByRole('listitem')).toHaveText([/and another/]);
    await expect(answersOf(page).first().getByTestId('message-steered')).toContainText('one thing');
    await expect(questionsOf(page)).toHaveText([/sleep/, /and another/]);
    await expectEnded(page);

    await pickModel(page, 'mock-slow');
    await sendMessage(page, 'count');
    await expect(lastAnswer(page)).toContainText('word-2');
    const device = await (await openContext({ ...contextOf(reader), storageState: account.storageState })).newPage();
    await device.goto(page.url());
    await expect(lastAnswer(device)).toContainText('word-1 word-2');
    await device.getByTestId('stop').click();
    for (const each of [page, device]) {
      await expectEnded(each);
      await expect(lastAnswer(each)).toContainText(t('chat.error.cancelled'));
      await expect(lastAnswer(each)).toContainText('word-2');
    }
    await expect(page).not.toHaveTitle(isRunning);
    await expect(icon(page)).toHaveAttribute('href', '/icon.svg');
  });

  test('every message is copied, changed, asked again, branched and forked, and nothing is lost', async ({
    journey,
  }) => {
    const { page, t, account } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/chat/${await importChat(account.api, 'Two questions', talk)}`);
    await lastAnswer(page)
      .getByRole('button', { name: t('chat.actions.copyAnswer') })
      .click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('second answer');

    // What was being written stays beside a message that is edited.
    await composerOf(page).fill('a draft');
    await edit(journey, 'alpha question');
    await page.keyboard.press('Escape');
    await expect(composerOf(page)).toHaveValue('a draft');
    await edit(journey, 'alpha question');
    await composerOf(page).fill('beta question');
    await composerOf(page).press('Enter');
    await expect(questionsOf(page)).toHaveText([/beta question/]);
    await expectEnded(page);
    await expect(composerOf(page)).toHaveValue('a draft');

    // Back by keyboard, with all that followed; the focus stays at the buttons.
    await expect(switcherOf(page)).toContainText('2/2');
    await page.getByRole('button', { name: t('branching.previous') }).press('Enter');
    await expect(questionsOf(page)).toHaveText([/alpha question/, /second question/]);
    await expect(page.getByRole('button', { name: t('branching.next') })).toBeFocused();

    // Another answer stands beside the first one.
    await lastAnswer(page)
      .getByRole('button', { name: t('chat.actions.regenerate') })
      .click();
    await expect(lastAnswer(page).getByTestId('branch-switcher')).toContainText('2/2');
    await expectEnded(page);

    // Going on from an earlier answer keeps a way back, also over a reload.
    await answersOf(page)
      .first()
      .getByRole('button', { name: t('branching.goOn') })
      .click();
    await expect(questionsOf(page)).toHaveCount(1);
    await expect(composerOf(page)).toBeFocused();
    await page.reload();
    await expect(page.getByTestId('branch-below')).toContainText(t('branching.below', { count: '1' }));
    await page.getByRole('button', { name: t('branching.showBelow') }).click();
    await expect(questionsOf(page)).toHaveCount(2);

    await pickModel(page, 'mock-fail-401');
    await sendMessage(page, 'third question');
    const failed = page.getByTestId('error-card');
    await expect(failed).toBeVisible();
    await pickModel(page, 'mock-1');
    await failed.getByRole('button', { name: t('chat.error.retry') }).click();
    await expect(lastAnswer(page)).toContainText('third question');
    await expect(failed).toHaveCount(0);
    await expectEnded(page);

    const address = page.url();
    await lastAnswer(page)
      .getByRole('button', { name: t('chat.actions.fork') })
      .click();
    await expect(page).not.toHaveURL(address);
    await expect(questionsOf(page)).toHaveCount(3);
    await expect((await openSidebar(journey)).getByTestId('session-item')).toHaveCount(2);
  });
});
