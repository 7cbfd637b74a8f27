import { createAccount } from '@/tests/support/e2e-account';
import { expectEnded, lastAnswer, openCard, sendMessage, english as t, toolCards } from '@/tests/support/e2e-chat';
import { prepareNpmProduct } from '@/tests/support/e2e-npm-start';
import { expect, openSettings, originOf, test } from '@/tests/support/e2e-test';

for (const victim of ['the app', 'the app and its database'] as const) {
  test(`situation 29: a question outlives kill -9 of ${victim}`, async ({ openContext }) => {
    test.setTimeout(150_000);
    const product = await prepareNpmProduct(openSettings);
    try {
      await product.start();
      const baseURL = originOf(product);
      const account = await createAccount(baseURL);
      const page = await (await openContext({ baseURL, storageState: account.storageState })).newPage();
      await page.goto('/');
      await sendMessage(page, '/tool notes.create {"title":"Kept","content":"through a kill"}');
      await expect(openCard(page)).toBeVisible();
      await expect(page).toHaveURL(/\/chat\//);

      await product.killGroup();
      if (victim !== 'the app') product.killDatabase();
      await expect(page.getByText(t('chat.reconnecting'))).toBeVisible();
      await product.start();

      // Whoever waited sees it come back; whoever reloads sees the same.
      await expect(page.getByText(t('chat.reconnecting'))).toBeHidden({ timeout: 30_000 });
      await page.reload();
      await expect(openCard(page)).toContainText('through a kill');
      await openCard(page)
        .getByRole('button', { name: t('chat.permission.once') })
        .click();
      await expectEnded(page);
      await expect(toolCards(page)).toHaveAttribute('data-state', 'done');
      await expect(lastAnswer(page)).toContainText('notes.create →');
      const notes = await (await account.api.get('/api/notes')).json();
      expect(notes.items).toMatchObject([{ title: 'Kept' }]);
      await account.api.dispose();
    } finally {
      await product.dispose();
    }
  });
}
