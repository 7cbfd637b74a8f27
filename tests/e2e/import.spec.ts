import { english as t } from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';
import { claudeConversation } from '@/tests/support/foreign-exports';
import { storedZip } from '@/tests/support/stored-zip';

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
  await page.goto('/settings/account');
  await expect(page.getByRole('button', { name: t('exchange.importButton') })).toBeEnabled();
  await page.getByTestId('import-file').setInputFiles([{ name: 'large.zip', mimeType: 'application/zip', buffer }]);
  const report = page.getByTestId('import-report');
  const counts = t('exchange.counts', { imported: 12, skipped: 0, failed: 0 });
  await expect(report.getByRole('status')).toHaveText(counts, { timeout: 60_000 });
  await page.reload();
  await expect(report).toContainText('Large 11');
  await page.getByRole('button', { name: t('exchange.dismiss') }).click();
  await expect(report).toHaveCount(0);
  await expect(page.getByTestId('session-item').filter({ hasText: 'Large 0' })).toHaveCount(1);
});
