import { ask, english as t, toolCards } from '@/tests/support/e2e-chat';
import { register } from '@/tests/support/e2e-newcomer';
import { prepareNpmProduct } from '@/tests/support/e2e-npm-start';
import { expect, originOf, test } from '@/tests/support/e2e-test';
import { deepSeekCall, deepSeekText, modelRequests, returnedThoughts } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

// Everything below is found by what the page says; the operator alone has allowed the address of the double.
test('npm start leads a newcomer to the first answer of a real provider, by what is visible alone', async ({
  openContext,
  wire,
}) => {
  test.setTimeout(150_000);
  const product = await prepareNpmProduct({ METONA_PRIVATE_ORIGINS: wire.deepSeek.origin });
  try {
    await product.start();
    const page = await (await openContext({ baseURL: originOf(product) })).newPage();
    await page.goto('/');

    // Nobody is there yet, so the way leads to the first account.
    await expect(page).toHaveURL(/\/register/);
    await expect(page.getByText(t('auth.firstAccount'))).toBeVisible();
    const { name } = await register(page, t);
    await expect(page.getByRole('button', { name })).toContainText(t('layout.administrator'));

    // A chat that works at once, and says on what.
    await expect(page.getByText(t('chat.welcome.mock'))).toBeVisible();
    await expect(await ask(page, 'hello')).toContainText('hello');
    await page.getByRole('link', { name: t('layout.newChat') }).click();

    // One, two, three.
    const card = page.getByRole('region', { name: t('firstRun.title') });
    await card.getByText('DeepSeek', { exact: true }).click();
    await card.getByLabel(t('settings.providers.key')).fill(deepSeekKey);
    await card.getByText(t('settings.providers.advanced')).click();
    await card.getByLabel(t('settings.providers.baseUrl')).fill(wire.deepSeek.origin);
    await card.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
    await expect(card.getByText(/^Works\. .+ answered in \d+ ms\.$/)).toBeVisible();
    await card.getByRole('button', { name: t('settings.providers.startChat') }).click();

    const before = wire.deepSeek.requests.length;
    wire.deepSeek.enqueue(
      deepSeekCall('One and two must be added.'),
      deepSeekText('That was easy.', 'The sum is **three**.'),
    );
    const answer = await ask(page, 'Add one and two');
    await expect(answer.locator('strong')).toHaveText('three');
    await expect(toolCards(page)).toHaveAttribute('data-state', 'done');
    await expect(answer.getByTestId('thinking-card')).toHaveCount(2);
    await expect(answer).toContainText('deepseek-flash');
    const [, second] = modelRequests(wire.deepSeek.requests, before);
    expect(returnedThoughts(second)).toEqual(['One and two must be added.']);
  } finally {
    await product.dispose();
  }
});
