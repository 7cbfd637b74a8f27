import { expectEnded, lastAnswer, sendMessage, english as t } from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

test('situation 55: is followed by eight tabs of one browser, and the last one still works', async ({ chat: page }) => {
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
