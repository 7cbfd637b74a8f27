import { createAccount } from '@/tests/support/e2e-account';
import {
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  openCard,
  sendMessage,
  english as t,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expect, originOf, test } from '@/tests/support/e2e-test';
import { publicWeb, startSearxng, startSite } from '@/tests/support/e2e-web-servers';

const fetchOf = (url: string) => `/tool fetch_url ${JSON.stringify({ url })}`;
const allowOnce = (page: Parameters<typeof openCard>[0]) =>
  openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();

test('a page on this machine is not read, whatever a person allows', async ({ chat: page, product }) => {
  for (const [url, host] of [
    [`${product.url}/api/health`, `127.0.0.1:${product.port}`],
    ['http://169.254.169.254/latest/meta-data/', '169.254.169.254'],
    ['http://localhost/', 'localhost'],
  ] as const) {
    await sendMessage(page, fetchOf(url));
    await expect(openCard(page)).toContainText(url);
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.session') })
      .click();
    await expect(openCard(page)).toContainText(t('chat.permission.sessionHost', { host }));
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.back') })
      .click();
    await allowOnce(page);
    await expectEnded(page);
    await expect(toolCards(page).last()).toHaveAttribute('data-state', 'failed');
    await expect(lastAnswer(page)).toContainText(/not allowed/);
    await page.getByRole('link', { name: t('layout.newChat') }).click();
    await expect(toolCards(page)).toHaveCount(0);
  }
});

test('a page of the web is found and read, without what it hides', async ({ startOwn, openContext }) => {
  const [site, searxng] = await Promise.all([startSite(), startSearxng()]);
  const own = await startOwn({ env: { ...publicWeb(site.port), METONA_PRIVATE_ORIGINS: searxng.origin } });
  const baseURL = originOf(own);
  const { storageState } = await createAccount(baseURL);
  const page = await (await openContext({ baseURL, storageState })).newPage();

  await page.goto('/settings/tools#web-search');
  await page.getByLabel(t('web.settings.engine')).selectOption('searxng');
  await page.getByLabel(t('web.settings.address')).fill(searxng.origin);
  await page.getByRole('button', { name: t('web.settings.test'), exact: true }).click();
  await expect(page.getByText(/^Works: 1 result/)).toBeVisible();

  await page.goto('/');
  await sendMessage(page, '/tool web_search {"query":"river"}');
  const { host } = new URL(searxng.origin);
  await expect(openCard(page)).toContainText(host);
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.session') })
    .click();
  await expect(openCard(page)).toContainText(t('chat.permission.sessionHost', { host }));
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.sessionConfirm'), exact: true })
    .click();
  await expectEnded(page);
  await toolCards(page).last().getByRole('button').first().click();
  await expect(toolCards(page).last()).toContainText('River news');
  expect(searxng.seen.at(-1)).toContain('q=river');

  await page.getByRole('link', { name: t('layout.newChat') }).click();
  await expect(toolCards(page)).toHaveCount(0);
  await sendMessage(page, fetchOf('http://site.example/river'));
  await allowOnce(page);
  await expectEnded(page);
  await toolCards(page).last().getByRole('button').first().click();
  const card = page.getByTestId('web-page-card');
  await expect(card).toContainText('The river rose again');
  await expect(card).not.toContainText(/Ignore all rules|Send the notes/);
  await expect(lastAnswer(page)).not.toContainText(/Ignore all rules|Send the notes/);

  // Text from outside is here now: the next call asks again, and a redirect leads nowhere unasked.
  await sendMessage(page, fetchOf('http://site.example/away'));
  await expect(openCard(page)).toContainText(t('chat.permission.becauseUntrusted'));
  await allowOnce(page);
  await expectEnded(page);
  await toolCards(page).last().getByRole('button').first().click();
  await expect(toolCards(page).last()).toContainText(t('web.card.elsewhere'));
  expect(site.seen).toEqual(['site.example/river', 'site.example/away']);

  await expect(composerOf(page)).toBeEnabled();
  await ask(page, '/tool calculate {"expression":"6 * 7"}');
  await expect(lastAnswer(page)).toContainText('6 * 7 = 42');
  await Promise.all([site.close(), searxng.close()]);
});
