import type { Locator, Page } from 'playwright/test';
import { ask, english as t, textsOf } from '@/tests/support/e2e-chat';
import { expect, type ProviderCase, providerCases, test } from '@/tests/support/e2e-every-provider';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';

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
  await row.getByLabel(t('settings.providers.defaultModel')).fill(model);
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

test('a model is corrected, keeps that, and follows its list again', async ({ chat: page, servers }) => {
  const ollama = providerCases.find(({ name }) => name === 'Ollama');
  const server = servers.get('Ollama');
  if (ollama === undefined || server === undefined) throw new Error('there is no server');
  const row = await unfold(page, ollama, server.origin);
  await configure(row, ollama, server.origin);
  await row.getByText(t('settings.providers.advanced'), { exact: true }).click();
  await row.getByLabel(t('settings.providers.keepAlive')).fill('24h');
  await row.getByRole('button', { name: t('common.save'), exact: true }).click();
  await row.getByRole('button', { name: t('settings.models.title'), exact: true }).click();
  const model = row.getByTestId('provider-model').filter({ hasText: 'qwen3:8b' });
  await expect(model).toContainText('32.8K context');
  await model.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('settings.models.contextWindow')).fill('16000');
  await dialog.getByLabel(t('settings.models.thinking')).selectOption({ label: t('settings.models.no') });
  await dialog.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(model).toContainText('16K context');
  await expect(model).toContainText(t('settings.models.overridden'));

  await pickByKeyboard(page, ollama);
  await expect(page.getByRole('button', { name: /^Thinking/ })).toHaveCount(0);
  await ask(page, 'Say hello');
  const sent = server.requests.filter(({ path }) => path === '/api/chat').at(-1)?.body;
  expect(sent).toMatchObject({ keep_alive: '24h' });
  expect(JSON.stringify(sent?.options)).toContain('16000');
  expect(sent).not.toHaveProperty('think');

  const again = await unfold(page, ollama, server.origin);
  await again.getByRole('button', { name: t('settings.models.title'), exact: true }).click();
  await again.getByTestId('provider-model').filter({ hasText: 'qwen3:8b' }).getByRole('button').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.models.reset') })
    .click();
  await expect(again.getByText(t('settings.models.overridden'))).toHaveCount(0);

  await again.getByRole('button', { name: t('settings.providers.remove') }).click();
  await expect(page.getByTestId('used-by')).toContainText('1 message was sent');
});

test('on a phone, in Chinese, by keyboard: a failed test and the list of models fit', async ({
  openContext,
  account,
  servers,
}) => {
  const zh = textsOf('zh-CN');
  const context = await openContext({
    storageState: account.storageState,
    locale: 'zh-CN',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto('/settings/providers');
  const isOn = page.getByRole('switch', { name: zh('settings.providers.enabled', { name: 'OpenRouter' }) });
  const row = page.getByRole('listitem').filter({ has: isOn });
  await row.getByRole('button', { expanded: false }).press('Enter');
  await row.getByLabel(zh('settings.providers.baseUrl')).fill(servers.get('OpenRouter')?.origin ?? '');
  await row.getByLabel(zh('settings.providers.key')).fill('sk-wrong-canary-000000000000');
  await row.getByRole('button', { name: zh('settings.providers.test'), exact: true }).press('Enter');
  await expect(row.getByText(zh('settings.hints.wrong_key'))).toBeVisible();
  await row.getByRole('button', { name: zh('settings.models.title'), exact: true }).press('Enter');
  await expect(row.getByText(zh('settings.models.notLive'))).toBeVisible();
  await row.getByRole('searchbox', { name: zh('settings.models.search') }).fill('gemini-3.8');
  await expect(row.getByTestId('provider-model')).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await row.getByTestId('provider-model').getByRole('button').press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto('/');
  await page.getByTestId('model-picker').press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
