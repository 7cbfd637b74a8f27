import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { answersOf, questionsOf, english as t, textsOf } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';
import {
  chatGptConversation,
  claudeConversation,
  libreChatFlat,
  libreChatNested,
} from '@/tests/support/foreign-exports';
import { storedZip } from '@/tests/support/stored-zip';

const json = (value: unknown, name = 'conversations.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
});

const circle = {
  a: { parent: 'a', message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['x'] } } },
};
const looped = { ...chatGptConversation, conversation_id: 'loop', title: 'Round and round', mapping: circle };

const reportOf = (page: Page) => page.getByTestId('import-report');
const countsOf = (imported: number, skipped: number, failed: number) =>
  t('exchange.counts', { imported, skipped, failed });

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.goto('/settings/account');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: t('exchange.importButton') }).press('Enter'),
  ]);
  await chooser.setFiles([file]);
}

test('exports of ChatGPT, Claude and LibreChat come in, with a report of what failed, and open as chats', async ({
  chat: page,
}) => {
  await choose(page, json([looped, chatGptConversation]));
  await expect(reportOf(page).getByRole('status')).toHaveText(countsOf(1, 0, 1));
  await expect(reportOf(page).getByRole('listitem').first()).toHaveText(`Round and round${t('exchange.flaws.loop')}`);
  await expectAccessible(page);
  await reportOf(page).getByRole('link', { name: chatGptConversation.title }).press('Enter');
  await expect(questionsOf(page).first()).toContainText('How warm is it?');
  await expect(answersOf(page).first()).toContainText('It is 21 degrees');
  await expect(answersOf(page).first().getByRole('link', { name: 'Met office' })).toHaveAttribute(
    'href',
    'https://met.example/now',
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(chatGptConversation.title);
  await expect(page.getByTestId('session-item').filter({ hasText: 'Weather' })).toHaveCount(1);

  await choose(page, json([claudeConversation, chatGptConversation]));
  await expect(reportOf(page).getByRole('status')).toHaveText(countsOf(1, 1, 0));
  await expect(reportOf(page)).toContainText(t('exchange.alreadyThere'));
  await reportOf(page).getByRole('link', { name: claudeConversation.name }).click();
  await expect(answersOf(page).first()).toContainText('Sales were 12.');

  await choose(page, json([libreChatFlat, libreChatNested]));
  await expect(reportOf(page).getByRole('status')).toHaveText(countsOf(2, 0, 0));
  await reportOf(page).getByRole('link', { name: libreChatFlat.title }).click();
  await expect(answersOf(page).first()).toContainText('Pumpkin soup.');

  await page.getByRole('button', { name: t('chat.more') }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('chat.exportMarkdown') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Recipes.md');
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^# Recipes\n.*A soup\?.*Pumpkin soup\./s);

  await choose(page, { ...json(0), buffer: Buffer.from('hello') });
  await expect(page.getByRole('alert').filter({ hasText: t('exchange.unreadable.not_an_export') })).toBeVisible();
});

test('everything goes out as one archive, which another account takes in', async ({
  chat: page,
  openContext,
  account,
}) => {
  await account.api.post('/api/sessions/import', { data: [chatGptConversation] });
  await page.goto('/settings/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('exchange.exportButton') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^metona-\d{4}-\d\d-\d\d\.zip$/);
  const buffer = await readFile(await download.path());
  await choose(page, { name: 'metona.zip', mimeType: 'application/zip', buffer });
  await expect(reportOf(page).getByRole('status')).toHaveText(countsOf(0, 1, 0));

  const zh = textsOf('zh-CN');
  const context = await openContext({
    storageState: account.storageState,
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    locale: 'zh-CN',
  });
  const phone = await context.newPage();
  await phone.goto('/settings/account');
  await phone.getByTestId('import-file').setInputFiles([json([claudeConversation, looped, null])]);
  await expect(reportOf(phone)).toContainText(zh('exchange.flaws.loop'));
  await expect(reportOf(phone)).toContainText(zh('exchange.nth', { number: 3 }));
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
});

test('a large archive is taken in behind the page, which shows how far it is', async ({ chat: page }) => {
  const filler = 'lorem ipsum '.repeat(25_000);
  const list = Array.from({ length: 12 }, (_, n) => ({
    ...claudeConversation,
    uuid: `large-${n}`,
    name: `Large ${n}`,
    chat_messages: [{ uuid: 'a', sender: 'human', text: `${n} ${filler}` }],
  }));
  const picture = Buffer.alloc(9 * 1024 * 1024, 'pixels ');
  const buffer = storedZip({ 'file-1.png': picture, 'conversations.json': JSON.stringify(list) });
  await choose(page, { name: 'large.zip', mimeType: 'application/zip', buffer });
  await expect(reportOf(page).getByRole('status')).toHaveText(countsOf(12, 0, 0), { timeout: 60_000 });
  await page.reload();
  await expect(reportOf(page)).toContainText('Large 11');
  await page.getByRole('button', { name: t('exchange.dismiss') }).click();
  await expect(reportOf(page)).toHaveCount(0);
  await expect(page.getByTestId('session-item').filter({ hasText: 'Large 0' })).toHaveCount(1);
});
