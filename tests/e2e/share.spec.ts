import { ask, english as t } from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

test('a shared chat shows its text to anyone, and nothing to anyone once revoked', async ({
  chat: page,
  openContext,
}) => {
  await page.evaluate(() =>
    localStorage.setItem('metona.model', JSON.stringify({ providerId: 'mock', model: 'mock-thinking', effort: null })),
  );
  await page.reload();
  await ask(page, 'hello reader');
  await ask(page, '/tool system.echo {"text":"kept-to-myself"}');
  await expect(page.getByTestId('thinking-card').first()).toBeVisible();

  await page.getByTestId('share-button').click();
  const dialog = page.getByRole('dialog');
  for (const name of [t('sharing.thinking'), t('sharing.tools'), t('sharing.files')]) {
    await expect(dialog.getByRole('switch', { name })).not.toBeChecked();
  }
  await dialog.getByRole('button', { name: t('sharing.create') }).click();
  const url = (await dialog.getByRole('status', { name: t('sharing.createdTitle') }).textContent()) ?? '';
  expect(url).toMatch(/\/share\/[\w-]{20,}$/);
  await dialog.getByRole('button', { name: t('sharing.done') }).click();

  const stranger = await openContext();
  const reader = await stranger.newPage();
  const opened = await reader.goto(url);
  expect(opened?.status()).toBe(200);
  expect(opened?.headers()['x-robots-tag']).toContain('noindex');
  await expect(reader.getByText('hello reader', { exact: true })).toBeVisible();
  await expect(reader.getByRole('article', { name: t('sharing.assistant') }).first()).toContainText(
    'offline mock provider',
  );
  await expect(reader.locator('details')).toHaveCount(0);
  const html = await (await stranger.request.get(url)).text();
  expect(html).not.toContain('There is no model here to ask');
  const json = url.replace('/share/', '/api/share/');
  const published = await stranger.request.get(json);
  expect(published.status()).toBe(200);
  const { messages } = await published.json();
  expect(messages.length).toBeGreaterThanOrEqual(2);
  for (const message of messages) expect(Object.keys(message).sort()).toEqual(['content', 'created_at', 'role']);
  expect(await stranger.cookies()).toEqual([]);

  // What is said later stays private.
  await ask(page, 'said after publishing');
  await reader.reload();
  await expect(reader.getByText('hello reader', { exact: true })).toBeVisible();
  await expect(reader.getByText('said after publishing')).toHaveCount(0);

  await page.getByRole('link', { name: t('layout.sharedLinks') }).click();
  await page.getByRole('button', { name: t('sharing.revokeName', { last4: url.slice(-4) }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('sharing.revoke'), exact: true })
    .click();
  await expect(page.getByText(t('sharing.none'))).toBeVisible();

  const gone = await reader.goto(url);
  expect(gone?.status()).toBe(404);
  await expect(reader.getByText(t('common.notFoundTitle'))).toBeVisible();
  expect((await stranger.request.get(json)).status()).toBe(404);
  expect((await stranger.request.get(`${json.slice(0, -6)}aaaaaa`)).status()).toBe(404);
});
