import { readFile } from 'node:fs/promises';
import { ask, english as t } from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

const table = 'name,age\nAda,36\n';

test('a link with files names them first, serves them as they were, and takes them along when it is revoked', async ({
  chat: page,
  openContext,
}) => {
  const file = { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await page.locator('input[type=file]').setInputFiles([file]);
  await expect(page.getByTestId('attached-file')).toHaveAttribute('data-state', 'ready');
  await ask(page, 'look at this');

  await page.getByTestId('share-button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('share-files')).toHaveCount(0);
  await dialog.getByRole('switch', { name: t('sharing.files') }).press('Space');
  await expect(dialog.getByTestId('share-files')).toContainText('data.csv');
  await dialog.getByRole('button', { name: t('sharing.create') }).click();
  const url = (await dialog.getByRole('status', { name: t('sharing.createdTitle') }).textContent()) ?? '';
  await dialog.getByRole('button', { name: t('sharing.done') }).click();

  const stranger = await openContext();
  const reader = await stranger.newPage();
  await reader.goto(url);
  const link = reader.getByRole('link', { name: t('files.download', { name: 'data.csv' }) });
  const [download] = await Promise.all([reader.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('data.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(table);
  const address = new URL((await link.getAttribute('href')) ?? '', url).href;
  expect((await stranger.request.get(address)).headers()['content-disposition']).toContain('attachment');

  await page.getByRole('link', { name: t('layout.sharedLinks') }).click();
  await page.getByRole('button', { name: t('sharing.revokeName', { last4: url.slice(-4) }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('sharing.revoke'), exact: true })
    .click();
  await expect(page.getByText(t('sharing.none'))).toBeVisible();
  expect((await stranger.request.get(address)).status()).toBe(404);
});
