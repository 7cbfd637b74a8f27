import { createAccount } from '@/tests/support/e2e-account';
import {
  answersOf,
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  openCard,
  sendMessage,
  english as t,
} from '@/tests/support/e2e-chat';
import { expect, originOf, test } from '@/tests/support/e2e-test';

test('a message of 10 MB is refused with a sentence, and the draft stays', async ({ chat: page }) => {
  await ask(page, 'hello');
  const large = 'ten megabytes '.repeat(750_000);
  await composerOf(page).fill(large);
  await page.getByTestId('send').click();
  await expect(page.getByText(t('chat.composer.refused', { reason: t('errors.payload_too_large') }))).toBeVisible();
  expect((await composerOf(page).inputValue()).length).toBe(large.length);
  await expect(answersOf(page)).toHaveCount(1);
  await composerOf(page).fill('shorter');
  await page.getByTestId('send').click();
  await expect(answersOf(page)).toHaveCount(2);
  await expectEnded(page);
});

test('a database that dies comes back, and nothing is lost', async ({ startOwn, openContext }) => {
  test.setTimeout(120_000);
  const product = await startOwn();
  const baseURL = originOf(product);
  const account = await createAccount(baseURL);
  const page = await (await openContext({ baseURL, storageState: account.storageState })).newPage();
  await page.goto('/');
  await ask(page, 'before');
  await sendMessage(page, '/tool notes.create {"title":"Kept","content":"x"}');
  await expect(openCard(page)).toBeVisible();

  const pid = product.databasePid();
  product.killDatabase();
  // Whatever is asked in these moments either works or says clearly that it cannot be done now.
  const statuses = new Set<number>();
  await expect(async () => {
    const response = await account.api.get('/api/notes');
    statuses.add(response.status());
    if (response.status() !== 200) expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect(response.status()).toBe(200);
    expect(product.databasePid()).not.toBe(pid);
  }).toPass({ timeout: 20_000, intervals: [50] });
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);

  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText('notes.create →');
  await page.reload();
  await expect(answersOf(page)).toHaveCount(2);
  await expect(answersOf(page).first()).toContainText('You wrote: “before”');
  await ask(page, 'after');
  await account.api.dispose();
});

test('while the server is away the page says so, keeps the draft, and goes on by itself', async ({
  startOwn,
  openContext,
}) => {
  test.setTimeout(120_000);
  const product = await startOwn();
  const baseURL = originOf(product);
  const account = await createAccount(baseURL);
  const page = await (await openContext({ baseURL, storageState: account.storageState })).newPage();
  await page.goto('/');
  await ask(page, 'before');
  await product.stop('SIGKILL');
  await composerOf(page).fill('said into the void');
  await page.getByTestId('send').click();
  await expect(page.getByText(t('chat.composer.refused', { reason: t('errors.unavailable') }))).toBeVisible();
  await expect(composerOf(page)).toHaveValue('said into the void');

  const again = await startOwn({ port: product.port, dataDir: product.dataDir });
  expect(again.port).toBe(product.port);
  await page.getByTestId('send').click();
  await expect(answersOf(page)).toHaveCount(2);
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText('said into the void');
  await account.api.dispose();
});

test('a second start on the same data directory shares its database', async ({ startOwn }) => {
  const first = await startOwn();
  const account = await createAccount(originOf(first));
  const second = await startOwn({ dataDir: first.dataDir });
  expect(second.databasePid()).toBe(first.databasePid());
  const headers = { authorization: `Bearer ${account.token}` };
  const made = await account.api.post(`${originOf(second)}/api/notes`, { headers, data: { title: 'From the second' } });
  expect(made.status(), await made.text()).toBe(201);
  const { items } = await (await account.api.get('/api/notes')).json();
  expect(items).toMatchObject([{ title: 'From the second' }]);
  // The first one leaves; the second goes on.
  await first.stop();
  const still = await account.api.get(`${originOf(second)}/api/notes`, { headers });
  expect(still.status()).toBe(200);
  await account.api.dispose();
});
