import { ask, lastAnswer, english as t, toolCards } from '@/tests/support/e2e-chat';
import { firstMinutes, register } from '@/tests/support/e2e-newcomer';
import { prepareNpmProduct } from '@/tests/support/e2e-npm-start';
import { expect, originOf, test } from '@/tests/support/e2e-test';

test('npm start leads a newcomer to an answer, a tool and a note', async ({ openContext }) => {
  test.setTimeout(150_000);
  const product = await prepareNpmProduct();
  try {
    await product.start();
    const page = await (await openContext({ baseURL: originOf(product) })).newPage();
    await page.goto('/');

    // Nobody is there yet, so the way leads to the first account.
    await expect(page).toHaveURL(/\/register/);
    await expect(page.getByText(t('auth.firstAccount'))).toBeVisible();
    const { name } = await register(page, t);
    await expect(page.getByRole('button', { name })).toContainText(t('layout.administrator'));
    await expect(page.getByRole('link', { name: t('chat.welcome.connect') })).toBeVisible();

    await firstMinutes(page, t, 'hello');
    await expect(page).toHaveURL(/\/chat\/[\w-]+$/);
    await ask(page, '/tool notes.search {"query":"milk"}');
    await expect(lastAnswer(page)).toContainText('Groceries');

    await page.getByRole('link', { name: t('layout.notes') }).click();
    await page.getByRole('link', { name: /Groceries/ }).click();
    await expect(page.getByRole('heading', { name: 'Groceries' })).toBeVisible();
    await expect(page.getByTestId('note-preview')).toContainText('milk');

    // The session list leads back to the whole conversation.
    await expect(page.getByTestId('session-item')).toHaveCount(1);
    await page.getByTestId('session-item').getByRole('link').click();
    await expect(toolCards(page)).toHaveCount(3);
  } finally {
    await product.dispose();
  }
});
