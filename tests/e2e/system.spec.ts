import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createAccount } from '@/tests/support/e2e-account';
import { english as t } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, originOf, test } from '@/tests/support/e2e-test';

const canary = 'sk-canary-0f1e2d3c4b5a69788796a5b4c3d2e1f0';

test('situation 68: two processes on one data directory work, and the administrator sees both, the sizes and the backup', async ({
  startOwn,
  openContext,
}) => {
  test.setTimeout(150_000);
  const first = await startOwn();
  const admin = await createAccount(originOf(first));
  const other = await createAccount(originOf(first));
  const second = await startOwn({ dataDir: first.dataDir });
  const saved = await admin.api.put('/api/providers/deepseek', { data: { api_key: canary } });
  expect(saved.status()).toBe(200);
  const environment = { ...process.env, METONA_DATA_DIR: first.dataDir };
  const backup = await promisify(execFile)(process.execPath, ['scripts/db-backup.mjs'], { env: environment });
  expect(backup.stdout).toContain('Verified');

  expect((await other.api.get('/api/admin/status')).status()).toBe(403);
  const status = await (await admin.api.get('/api/admin/status')).json();
  expect(status.instances).toHaveLength(2);
  expect(status.backups.items).toMatchObject([{ kind: 'manual', verified: true }]);

  for (const colorScheme of ['light', 'dark'] as const) {
    const look = { colorScheme, viewport: { width: 360, height: 740 }, baseURL: originOf(first) };
    const page = await (await openContext({ ...look, storageState: admin.storageState })).newPage();
    await page.goto('/settings/system');
    await expect(page.getByText(t('system.alive'))).toHaveCount(2);
    await expect(page.getByText(t('system.verified'), { exact: true })).toBeVisible();
    await expect(page.getByText('run_events', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  const stranger = await (await openContext({ baseURL: originOf(first), storageState: other.storageState })).newPage();
  await stranger.goto('/settings/system');
  await expect(stranger.getByText(t('system.instances'))).toHaveCount(0);

  expect(await second.stop('SIGTERM')).toBe(0);
  await expect.poll(async () => (await (await admin.api.get('/api/admin/status')).json()).instances.length).toBe(1);
  expect(first.output() + second.output() + backup.stdout + JSON.stringify(status)).not.toContain(canary);
});
