import { readFile } from 'node:fs/promises';
import {
  ask,
  composerOf,
  expectEnded,
  openCard,
  questionsOf,
  sendMessage,
  english as t,
  toolCards,
} from '@/tests/support/e2e-chat';
import { importChat } from '@/tests/support/e2e-conversations';
import { expect, test } from '@/tests/support/e2e-test';

const table = { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('name,age\nAda,36\nAlan,41\n') };
const picture = { name: 'data.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255]) };
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const write = `/tool write_file ${JSON.stringify({
  file_path: 'data.csv',
  mode: 'overwrite',
  content: 'name,age\nAda,37\nAlan,41\n',
})}`;

test('a table is attached, read in two steps, changed after a yes, and found among all files', async ({
  chat: page,
}) => {
  const chooser = page.locator('input[type=file]');
  const attached = page.getByTestId('attached-file');
  await chooser.setInputFiles([picture]);
  await expect(attached).toHaveAttribute('data-state', 'failed');
  await expect(attached.getByRole('alert')).toHaveText(t('files.notText'));
  await composerOf(page).fill('not yet');
  await expect(page.getByTestId('send')).toBeDisabled();
  await page.getByRole('button', { name: t('files.detach', { name: 'data.bin' }) }).press('Enter');
  await expect(attached).toHaveCount(0);
  await chooser.setInputFiles([table]);
  await expect(attached).toHaveAttribute('data-state', 'ready');

  const answer = await ask(page, '/tool read_file {"file_path":"data.csv"}');
  await expect(answer).toContainText('Alan,41');
  await expect(attached).toHaveCount(0);
  await page.reload();
  const file = questionsOf(page).first().getByRole('link');
  await expect(file).toContainText('data.csv');
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(download.suggestedFilename()).toBe('data.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe(table.buffer.toString());

  await sendMessage(page, write);
  const changes = openCard(page).getByTestId('file-change');
  await expect(changes.locator('[data-kind=removed]')).toContainText('Ada,36');
  await expect(changes.locator('[data-kind=added]')).toContainText('Ada,37');
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await expect(toolCards(page).last()).toHaveAttribute('data-state', 'done');

  await page.getByRole('link', { name: t('layout.files'), exact: true }).click();
  await expect(page.getByRole('main').getByText(t('files.byTool'))).toBeVisible();
  await page.getByRole('button', { name: t('files.remove', { name: 'data.csv' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(page.getByText(t('files.none'))).toBeVisible();
});

test('what is attached and not sent yet is there when its writer comes back', async ({ chat: page, account }) => {
  const dot = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
  const id = await importChat(account.api, 'Elsewhere', [
    ['user', 'a'],
    ['assistant', 'b'],
  ]);
  await page.reload();
  const chooser = page.locator('input[type=file]');
  const attached = page.getByTestId('attached-file');
  const pictures = page.getByRole('img', { name: t('chat.image.yours', { number: '1' }) });
  await composerOf(page).fill('with these');
  await chooser.setInputFiles([table, dot]);
  await expect(attached).toHaveAttribute('data-state', 'ready');
  await expect(pictures).toBeVisible();

  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(composerOf(page)).toHaveValue('');
  await expect(attached.or(pictures)).toHaveCount(0);
  await page.goBack();
  await expect(composerOf(page)).toHaveValue('with these');
  await expect(attached).toHaveAttribute('data-state', 'ready');
  await expect(pictures).toBeVisible();

  const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/agent\/runs$/.test(request.url()));
  await composerOf(page).press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    images: [{ url: expect.any(String) }],
    files: [expect.any(String)],
  });
  await expectEnded(page);
  await expect(attached).toHaveCount(0);
  await page.getByRole('link', { name: t('layout.newChat') }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(attached.or(pictures)).toHaveCount(0);
});

test('a file is opened at the line that is cited', async ({ chat: page, account }) => {
  const lines = Array.from({ length: 700 }, (_, at) => (at === 611 ? 'the quince tree bears fruit' : `row ${at + 1}`));
  const made = await account.api.post('/api/files', {
    multipart: { file: { name: 'orchard.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) } },
  });
  const { id } = await made.json();
  await page.goto(`/files/${id}#L612`);
  const marked = page.locator('[aria-current=location]');
  await expect(marked).toContainText('the quince tree bears fruit');
  await expect(marked).toBeInViewport();
  await page.getByRole('link', { name: t('knowledge.file.back') }).click();
  await page.getByRole('link', { name: 'orchard.txt', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'orchard.txt' })).toBeVisible();
});
