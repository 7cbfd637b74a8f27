import type { Locator, Page } from 'playwright/test';
import { ask, english as t } from '@/tests/support/e2e-chat';
import { expect, type ProviderCase, providerCases, test } from '@/tests/support/e2e-every-provider';

function rowOf(page: Page, name: string): Locator {
  const isOn = page.getByRole('switch', { name: t('settings.providers.enabled', { name }) });
  return page.getByRole('listitem').filter({ has: isOn });
}

/** Its row on the settings page, unfolded; a server of one's own is added first. */
async function unfold(page: Page, { name, key, isCustom }: ProviderCase, address: string): Promise<Locator> {
  await page.goto('/settings/providers');
  if (isCustom) {
    await page.getByRole('button', { name: t('settings.providers.add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('settings.providers.addName')).fill(name);
    await dialog.getByLabel(t('settings.providers.baseUrl')).fill(address);
    await dialog.getByLabel(t('settings.providers.key')).fill(key ?? '');
    await dialog.getByRole('button', { name: t('settings.providers.addSubmit'), exact: true }).click();
  }
  const row = rowOf(page, name);
  await row.getByRole('button', { expanded: false }).click();
  return row;
}

async function configure(row: Locator, { key, model, mode, isCustom }: ProviderCase, address: string) {
  if (!isCustom) {
    await row.getByLabel(t('settings.providers.baseUrl')).fill(address);
    if (key !== null) await row.getByLabel(t('settings.providers.key')).fill(key);
  }
  // What can be asked already lists its models; the others are told a name.
  if (isCustom) await row.locator('select[name=default_model]').selectOption(model);
  else await row.getByLabel(t('settings.providers.defaultModel')).fill(model);
  if (mode === undefined) return;
  await row.getByText(t('settings.providers.advanced'), { exact: true }).click();
  await row.getByLabel(t('settings.providers.mode'), { exact: true }).selectOption({ label: t(mode) });
}

/** Chooses a model as a person without a mouse does. */
async function pickByKeyboard(page: Page, { name, model }: ProviderCase) {
  await page.goto('/');
  await page.getByTestId('model-picker').press('Enter');
  const search = page.getByRole('combobox', { name: t('settings.models.search') });
  await expect(search).toBeFocused();
  await search.fill(`${name} ${model}`);
  await expect(page.getByRole('group', { name, exact: true }).getByRole('option').first()).toBeVisible();
  await search.press('Enter');
  await expect(search).toHaveCount(0);
}

for (const provider of providerCases) {
  test(`${provider.title}: set up, tested and talked to`, async ({ chat: page, servers, account }) => {
    const server = servers.get(provider.title);
    if (server === undefined) throw new Error('there is no server');
    const received: Promise<string>[] = [];
    page.context().on('response', (response) => {
      const isText = /html|json|text|javascript/.test(response.headers()['content-type'] ?? '');
      if (isText) received.push(response.text().catch(() => ''));
    });
    const address = provider.address(server.origin);

    const row = await unfold(page, provider, address);
    await configure(row, provider, address);
    await row.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
    await expect(row.getByText(/^Works\. .+ answered in \d+ ms\.$/)).toBeVisible();
    await expect(row.getByText(t('settings.providers.statusReady'), { exact: true })).toBeVisible();

    await row.getByRole('button', { name: t('settings.models.title'), exact: true }).click();
    const models = row.getByTestId('provider-model');
    await expect(models.first()).toContainText('context');
    await expect(models.filter({ hasText: provider.model }).first()).toBeVisible();

    await pickByKeyboard(page, provider);
    const before = server.requests.length;
    const answer = await ask(page, 'Say hello');
    await expect(answer).toContainText('Hello there.');
    await expect(answer).toContainText(provider.model);
    const paths = server.requests.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => provider.path.test(path)).length).toBeGreaterThan(0);

    for (const path of ['/api/providers', '/api/settings', '/api/agent/runs', '/api/account/export']) {
      received.push(account.api.get(path).then((response) => response.text()));
    }
    const texts = await Promise.all(received);
    expect(texts.length).toBeGreaterThan(10);
    if (provider.key !== null) expect(texts.filter((text) => text.includes(provider.key ?? ''))).toEqual([]);
  });
}
