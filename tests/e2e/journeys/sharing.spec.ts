import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright/test';
import { contextOf, expect, type Journey, journeys, openSidebar, test } from '@/tests/support/e2e-journey';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { runOf, toolLine } from '@/tests/support/e2e-runs';

const key = 'sk-live4Zr8Kq2Wn6Tb1Yc5';
const table = 'name,age\nAda,36\n';

/** Thoughts, a tool, a file, and a key in what was asked. */
async function fullChat({ account: { api } }: Journey): Promise<string> {
  const file = { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  const { id } = await (await api.post('/api/files', { multipart: { file } })).json();
  const { session } = await runOf(api, `My key is ${key}`, { model: 'mock-thinking', files: [id] });
  await runOf(api, toolLine('system.echo', { text: 'kept-to-myself' }), { session_id: session });
  return session;
}

async function publish({ account: { api } }: Journey, session: string): Promise<string> {
  const made = await api.post(`/api/sessions/${session}/shares`, { data: { include: {} } });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).url;
}

const jsonOf = (url: string) => url.replace('/share/', '/api/share/');
const answers = (page: Page, { t }: Journey) =>
  page.getByRole('article', { name: t('sharing.assistant'), exact: true });

/** Somebody without an account, in the same language and on the same screen. */
async function strange(journey: Journey, open: (options: object) => Promise<BrowserContext>) {
  // Wrong passphrases are counted for each address.
  const address = `10.9.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  const context = await open({ ...contextOf(journey.reader), extraHTTPHeaders: { 'x-forwarded-for': address } });
  return { context, page: await context.newPage() };
}

journeys('sharing', () => {
  test('what readers will see is chosen, looked at and searched for secrets before anyone sees it', async ({
    journey,
    openContext,
  }) => {
    const { page, t } = journey;
    await page.goto(`/chat/${await fullChat(journey)}`);
    await page.getByTestId('share-button').click();
    const dialog = page.getByRole('dialog');
    for (const name of [t('sharing.thinking'), t('sharing.tools'), t('sharing.files')]) {
      await expect(dialog.getByRole('switch', { name })).not.toBeChecked();
    }
    const found = dialog.getByTestId('share-findings');
    await expect(found).toContainText(t('sharing.secretKinds.api_key'));
    await expect(dialog.getByRole('switch', { name: t('sharing.hideSecrets') })).toBeChecked();
    await found.getByRole('button', { name: t('sharing.secretPlaces.message', { number: 1 }) }).click();
    const preview = dialog.getByTestId('share-preview');
    await expect(preview.locator('[data-shared-message="1"]')).toBeFocused();
    await expect(preview).toContainText('My key is ••••••');
    for (const name of [t('sharing.thinking'), t('sharing.tools'), t('sharing.files')]) {
      await dialog.getByRole('switch', { name }).press('Space');
    }
    await expect(dialog.getByTestId('share-files')).toContainText('data.csv');
    await expect(preview).toContainText('system.echo');
    await expectAccessible(page);
    await dialog.getByLabel(t('sharing.expiry')).selectOption({ label: t('sharing.expiryWeek') });
    await dialog.getByLabel(t('sharing.label')).fill('给老师');
    await dialog.getByLabel(t('sharing.passphrase')).fill('open sesame');
    await dialog.getByRole('button', { name: t('sharing.create') }).click();
    const url = (await dialog.getByRole('status', { name: t('sharing.createdTitle') }).textContent()) ?? '';
    await dialog.getByRole('button', { name: t('sharing.done') }).click();

    const { page: reader, context } = await strange(journey, openContext);
    const opened = await reader.goto(url);
    expect([opened?.status(), opened?.headers()['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
    await expect(reader.getByRole('heading', { name: t('sharing.lockedTitle') })).toBeVisible();
    expect(await reader.content()).not.toContain('My key is');
    const field = reader.getByLabel(t('sharing.passphrase'), { exact: true });
    await field.fill('guessed');
    await field.press('Enter');
    await expect(reader.getByText(t('sharing.wrongPassphrase'))).toBeVisible();
    await field.fill('open sesame');
    await field.press('Enter');
    await expect(reader.getByText('My key is ••••••', { exact: true })).toBeVisible();
    await expect(answers(reader, journey)).toHaveCount(2);
    await reader
      .getByRole('button', { name: t('sharing.thought') })
      .first()
      .click();
    await reader.getByRole('button', { name: 'system.echo' }).click();
    await expect(answers(reader, journey).last()).toContainText('kept-to-myself');
    expect(await reader.content()).not.toContain(key);
    const link = reader.getByRole('link', { name: t('files.download', { name: 'data.csv' }) });
    const [download] = await Promise.all([reader.waitForEvent('download'), link.click()]);
    expect(await readFile(await download.path(), 'utf8')).toBe(table);
    await expectNoSidewaysScroll(reader);
    await expectAccessible(reader);
    const names = (await context.cookies()).map(({ name }) => name);
    expect([...new Set(names)]).toEqual(['metona_share']);
  });

  test('a link shows a snapshot until newer turns are published, and nothing anywhere once it is revoked', async ({
    journey,
    openContext,
  }) => {
    const { page, t, account } = journey;
    const { session } = await runOf(account.api, 'hello reader');
    const url = await publish(journey, session);
    const { page: reader, context } = await strange(journey, openContext);
    await reader.goto(url);
    await expect(reader.getByText('hello reader', { exact: true })).toBeVisible();
    const card = await reader.locator('meta[property="og:image"]').getAttribute('content');
    const picture = await context.request.get(card ?? '');
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
    for (const tag of await reader.locator('title, meta').all()) {
      expect(await tag.evaluate((node) => node.outerHTML)).not.toContain('hello reader');
    }

    await runOf(account.api, 'said after publishing', { session_id: session });
    await reader.reload();
    await expect(reader.getByText('hello reader', { exact: true })).toBeVisible();
    await expect(reader.getByText('said after publishing')).toHaveCount(0);

    await (await openSidebar(journey)).getByRole('link', { name: t('layout.sharedLinks') }).click();
    const row = page.getByTestId('share-row');
    // Two loads in one tab are one reader.
    await expect(row).toContainText(t('sharing.views', { count: 1 }));
    await row.getByRole('button', { name: t('sharing.publish') }).click();
    await expect(page.getByRole('dialog')).toContainText(t('sharing.messageCount', { count: 4 }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('sharing.publishNow'), exact: true })
      .click();
    await expect(row.getByText(t('sharing.hasNewer'))).toHaveCount(0);
    await reader.reload();
    await expect(reader.getByText('said after publishing', { exact: true })).toBeVisible();

    const last4 = url.slice(-4);
    await row.getByRole('button', { name: t('sharing.changeName', { last4 }) }).click();
    await page.getByRole('dialog').getByLabel(t('sharing.label')).fill('for the class');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.save') })
      .click();
    await expect(row).toContainText('for the class');
    await row.getByRole('button', { name: t('sharing.revokeName', { last4 }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('sharing.revoke'), exact: true })
      .click();
    await expect(page.getByText(t('sharing.none'))).toBeVisible();

    // The page that is open goes as well, as soon as somebody looks at it.
    await reader.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(reader.getByText(t('common.notFoundTitle'))).toBeVisible();
    await expect(reader.getByText('hello reader')).toHaveCount(0);
    for (const address of [url, jsonOf(url), card ?? '']) {
      expect((await context.request.get(address)).status()).toBe(404);
    }
  });

  test('detail: a share link that bounces to login', async ({ journey, openContext }) => {
    const { t, account } = journey;
    const { session } = await runOf(account.api, 'take this along');
    const url = await publish(journey, session);
    const { page: reader } = await strange(journey, openContext);
    await reader.goto(url);
    await expect(reader).toHaveURL(url);
    await expect(reader.getByText('take this along', { exact: true })).toBeVisible();
    // Only who wants it in chats of their own is asked who they are, and comes back to it.
    await reader
      .getByRole('link', { name: t('sharing.continue') })
      .last()
      .click();
    await expect(reader).toHaveURL(/\/login\?callbackUrl=/);
    await reader.getByLabel(t('auth.email')).fill(account.email);
    await reader.getByLabel(t('auth.password'), { exact: true }).fill(account.password);
    await reader.getByRole('button', { name: t('auth.signIn'), exact: true }).click();
    await reader.getByRole('button', { name: t('sharing.continue') }).click();
    await expect(reader).toHaveURL(/\/chat\//);
    await expect(reader.getByTestId('message-user')).toHaveText(/take this along/);
  });
});
