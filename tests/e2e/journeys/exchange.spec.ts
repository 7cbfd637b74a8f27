import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { createAccount } from '@/tests/support/e2e-account';
import { answersOf, questionsOf } from '@/tests/support/e2e-chat';
import { contextOf, expect, journeys, test } from '@/tests/support/e2e-journey';
import { runOf } from '@/tests/support/e2e-runs';
import {
  chatGptConversation,
  claudeConversation,
  libreChatFlat,
  libreChatNested,
} from '@/tests/support/foreign-exports';

const json = (value: unknown) => ({
  name: 'conversations.json',
  mimeType: 'application/json',
  buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});
const circle = {
  a: { parent: 'a', message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['x'] } } },
};
const looped = { ...chatGptConversation, conversation_id: 'loop', title: 'Round and round', mapping: circle };
const reportOf = (page: Page) => page.getByTestId('import-report');
const fileOf = (page: Page) => page.getByTestId('import-file');

async function downloadOf(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

journeys('everywhere: import', () => {
  test('exports of ChatGPT, Claude and LibreChat come in with a report of what failed, and a chat goes out', async ({
    journey: { page, t },
  }) => {
    const counts = (imported: number, skipped: number, failed: number) =>
      t('exchange.counts', { imported, skipped, failed });
    await page.goto('/settings/account');
    await expect(page.getByRole('button', { name: t('exchange.importButton') })).toBeEnabled();
    await fileOf(page).setInputFiles([json([looped, chatGptConversation, null])]);
    await expect(reportOf(page).getByRole('status')).toHaveText(counts(1, 0, 2));
    await expect(reportOf(page).getByRole('listitem').first()).toContainText(
      `Round and round${t('exchange.flaws.loop')}`,
    );
    await expect(reportOf(page)).toContainText(t('exchange.nth', { number: 3 }));
    await fileOf(page).setInputFiles([json([claudeConversation, libreChatNested, chatGptConversation])]);
    await expect(reportOf(page).getByRole('status')).toHaveText(counts(2, 1, 0));
    await expect(reportOf(page)).toContainText(t('exchange.alreadyThere'));
    await reportOf(page).getByRole('link', { name: chatGptConversation.title }).click();
    await expect(questionsOf(page).first()).toContainText('How warm is it?');
    const cited = answersOf(page).first().getByRole('link', { name: 'Met office' });
    await expect(cited).toHaveAttribute('href', 'https://met.example/now');

    await page.goto('/settings/account');
    await fileOf(page).setInputFiles([json('hello')]);
    await expect(page.getByRole('alert').filter({ hasText: t('exchange.unreadable.not_an_export') })).toBeVisible();
    await fileOf(page).setInputFiles([json(libreChatFlat)]);
    await reportOf(page).getByRole('link', { name: libreChatFlat.title }).click();
    await expect(answersOf(page).first()).toContainText('Pumpkin soup.');
    await page.getByRole('button', { name: t('chat.more') }).click();
    const { name, bytes } = await downloadOf(page, () =>
      page.getByRole('menuitem', { name: t('chat.exportMarkdown') }).click(),
    );
    expect([name, bytes.toString()]).toEqual(['Recipes.md', expect.stringMatching(/^# Recipes\n.*Pumpkin soup\./s)]);
  });
});

journeys('everywhere: export and deletion', () => {
  test('everything goes out as one archive that another account takes in, and deleting the first means it', async ({
    journey: { page, t, account, reader },
    openContext,
    origin,
  }) => {
    const { api } = account;
    await api.post('/api/notes', { data: { title: 'Owls', content: '# Barns\n\nAt night.', folder: 'Birds' } });
    await api.post('/api/tasks', { data: { title: 'Water the plants' } });
    await api.post('/api/memories', { data: { type: 'semantic', content: 'The user drinks tea' } });
    const { session } = await runOf(api, 'A question to keep');
    const { url } = await (await api.post(`/api/sessions/${session}/shares`, { data: {} })).json();
    await page.goto('/settings/account');
    const { name, bytes } = await downloadOf(page, () =>
      page.getByRole('link', { name: t('exchange.exportButton') }).click(),
    );
    expect(name).toMatch(/^metona-\d{4}-\d\d-\d\d\.zip$/);

    const other = await createAccount(origin);
    const context = await openContext({ ...contextOf(reader), storageState: other.storageState });
    const there = await context.newPage();
    await there.goto('/settings/account');
    await expect(there.getByRole('button', { name: t('exchange.importButton') })).toBeEnabled();
    await fileOf(there).setInputFiles([{ name, mimeType: 'application/zip', buffer: bytes }]);
    const one = { imported: 1, skipped: 0, failed: 0 };
    for (const kind of ['note', 'task', 'memory'] as const) {
      const line = t('exchange.libraryCounts', { kind: t(`exchange.kindsMany.${kind}`), ...one });
      await expect(reportOf(there)).toContainText(line);
    }
    await reportOf(there).getByRole('link').first().click();
    await expect(questionsOf(there).first()).toContainText('A question to keep');
    await there.goto('/notes');
    await expect(there.getByRole('main')).toContainText('Birds');

    // Somewhere else the same account is open, and a stranger reads its link.
    const elsewhere = await (await openContext({ storageState: account.storageState })).newPage();
    expect((await (await openContext()).request.get(url)).status()).toBe(200);
    await page.getByRole('button', { name: t('settings.account.deleteButton') }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: t('settings.account.deleteConfirm') });
    await dialog.getByLabel(t('settings.account.typedEmail')).fill(account.email);
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel(t('settings.account.currentPassword'), { exact: true }).fill(account.password);
    await confirm.click();
    await expect(page).toHaveURL(/\/login/);
    await elsewhere.goto(`/chat/${session}`);
    await expect(elsewhere).toHaveURL(/\/login/);
    expect((await (await openContext()).request.get(url)).status()).toBe(404);
    expect((await api.get('/api/notes')).status()).toBe(401);
    await there.reload();
    await expect(there.getByRole('main')).toContainText('Birds');
    await other.api.dispose();
  });
});
