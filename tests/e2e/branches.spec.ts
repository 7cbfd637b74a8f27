import type { Page } from 'playwright/test';
import { createFormat } from '@/components/i18n/format';
import { ask, expectEnded, lastAnswer, preferModel, questionsOf, sendMessage, textsOf } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const looks = [
  { locale: 'en', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { locale: 'zh-CN', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

const switchers = (page: Page) => page.getByTestId('branch-switcher');
const messageIds = async (page: Page) =>
  (await questionsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message')))) ?? [];

async function editFirst(page: Page, name: string, text: string): Promise<void> {
  const question = questionsOf(page).first();
  await question.hover();
  await question.getByRole('button', { name }).click();
  await page.getByTestId('composer').fill(text);
  await page.getByTestId('composer').press('Enter');
  await expect(question).toContainText(text);
  await expectEnded(page);
}

for (const look of looks) {
  const t = textsOf(look.locale);

  test(`every version of a message is a few keys away (${look.locale})`, async ({ account, openContext }, testInfo) => {
    const context = await openContext({ storageState: account.storageState, ...look });
    await preferModel(context, 'mock', 'mock-1');
    const page = await context.newPage();
    await page.goto('/');
    await ask(page, 'alpha question');
    await ask(page, 'second question');
    await editFirst(page, t('chat.actions.edit'), 'beta question');
    await expect(questionsOf(page)).toHaveCount(1);

    // Two versions of the question: back by keyboard, with all that followed, and the focus stays at the buttons.
    const question = questionsOf(page).first();
    await expect(question.getByTestId('branch-switcher')).toContainText('2/2');
    await expect(question.getByText(t('branching.place', { index: '2', count: '2' }))).toBeAttached();
    await question.getByRole('button', { name: t('branching.previous') }).focus();
    await page.keyboard.press('Enter');
    await expect(questionsOf(page)).toHaveText([/alpha question/, /second question/]);
    await expect(questionsOf(page).first().getByTestId('branch-switcher')).toContainText('1/2');
    await expect(
      questionsOf(page)
        .first()
        .getByRole('button', { name: t('branching.next') }),
    ).toBeFocused();

    // Another answer to the same question stands beside the first one.
    await lastAnswer(page)
      .getByRole('button', { name: t('chat.actions.regenerate') })
      .click();
    await expect(lastAnswer(page).getByTestId('branch-switcher')).toContainText('2/2');
    await expectEnded(page);
    await expect(switchers(page)).toHaveCount(2);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: testInfo.outputPath(`branches-${look.locale}.png`) });

    // What is left by going on from an earlier answer keeps a way back, also over a reload.
    await page
      .getByTestId('message-assistant')
      .first()
      .getByRole('button', { name: t('branching.goOn') })
      .click();
    await expect(questionsOf(page)).toHaveCount(1);
    await expect(page.getByTestId('composer')).toBeFocused();
    await page.reload();
    await expect(page.getByTestId('branch-below')).toContainText(t('branching.below', { count: '1' }));
    await page.getByRole('button', { name: t('branching.showBelow') }).click();
    await expect(questionsOf(page)).toHaveText([/alpha question/, /second question/]);
    await expect(page.getByTestId('branch-below')).toHaveCount(0);

    // A search hit on the branch that is not shown opens it.
    const [hidden] = await messageIds(page);
    await questionsOf(page)
      .first()
      .getByRole('button', { name: t('branching.next') })
      .click();
    await expect(questionsOf(page)).toHaveText([/beta question/]);
    const address = page.url();
    await page.goto(`${address}?message=${hidden}`);
    await expect(questionsOf(page).first()).toContainText('alpha question');
    await page.goto(address);

    // The gauge and the sums.
    await page.getByTestId('context-gauge').click();
    const context2 = page.getByRole('dialog', { name: t('branching.context.title') });
    await expect(context2.getByText(t('branching.context.history'), { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: testInfo.outputPath(`context-${look.locale}.png`) });
    await page.keyboard.press('Escape');
    await page.getByTestId('session-cost').click();
    const sums = page.getByRole('dialog', { name: t('branching.spend.title') });
    await expect(sums.getByText(createFormat(look.locale, t).money(0, 'USD'), { exact: true })).toBeVisible();
    await expect(sums.locator('div').filter({ hasText: t('branching.spend.attempts') })).toContainText('4');
    await expectAccessible(page);
    await page.screenshot({ path: testInfo.outputPath(`spend-${look.locale}.png`) });
  });
}

test('a switch is refused kindly while an answer is being written, and a failed one can be tried again', async ({
  account,
  openContext,
}) => {
  const t = textsOf('en');
  const context = await openContext({ storageState: account.storageState });
  await preferModel(context, 'mock', 'mock-1');
  const page = await context.newPage();
  await page.goto('/');
  await ask(page, 'alpha question');
  await editFirst(page, t('chat.actions.edit'), 'beta question');
  await sendMessage(page, '/tool system.sleep {"ms":60000}');
  await expect(page.getByTestId('stop')).toBeVisible();
  await questionsOf(page)
    .first()
    .getByRole('button', { name: t('branching.previous') })
    .click();
  await expect(page.getByText(t('branching.busy'))).toBeVisible();
  await expect(questionsOf(page)).toHaveCount(2);
  await page.getByTestId('stop').click();
  await expectEnded(page);
  await questionsOf(page)
    .first()
    .getByRole('button', { name: t('branching.previous') })
    .click();
  await expect(questionsOf(page)).toHaveText([/alpha question/]);

  // Nothing of an answer that fails at once may hide the one there was.
  const failing = await openContext({ storageState: account.storageState });
  await preferModel(failing, 'mock', 'mock-fail-401');
  const other = await failing.newPage();
  await other.goto(page.url());
  await lastAnswer(other)
    .getByRole('button', { name: t('chat.actions.regenerate') })
    .click();
  await expect(lastAnswer(other).getByText(t('chat.error.title'))).toBeVisible();
  await other.getByRole('button', { name: t('branching.showBelow') }).click();
  await expect(lastAnswer(other)).toContainText('alpha question');
  await expect(lastAnswer(other).getByText(t('chat.error.title'))).toHaveCount(0);
});
