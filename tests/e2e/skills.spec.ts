import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { createAccount } from '@/tests/support/e2e-account';
import { ask, expectEnded, lastAnswer, openCard, sendMessage, english as t, toolCards } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, originOf, test } from '@/tests/support/e2e-test';

const skillRow = (page: Page, name: string) => page.getByTestId('skill').filter({ hasText: name });
const rowButton = (page: Page, name: string) => skillRow(page, name).getByRole('button').first();

test('a skill is written, checked, loaded in a chat, taken along as a file, switched off and deleted', async ({
  chat: page,
}) => {
  await page.goto('/settings/extensions');
  await expect(page.getByText(t('skills.none'))).toBeVisible();
  await page.getByRole('button', { name: t('skills.add') }).click();
  await page.getByRole('menuitem', { name: t('skills.write') }).click();
  const editor = page.getByRole('dialog');
  const content = editor.getByRole('textbox', { name: t('skills.editor.content', { path: 'SKILL.md' }) });
  await content.fill('# no front matter');
  await editor.getByRole('button', { name: t('skills.editor.create') }).click();
  await expect(editor.getByRole('alert')).toContainText('must begin with a line of ---');
  await page.keyboard.press('Escape');
  await expect(editor.getByText(t('skills.editor.unsaved'))).toBeVisible();
  await editor.getByRole('button', { name: t('skills.editor.keep') }).click();
  await content.fill(
    '---\nname: tea\ndescription: Makes tea. Use when somebody is thirsty.\n---\nBoil the water first.\n',
  );
  await editor.getByLabel(t('skills.editor.newFile')).fill('references/kinds.md');
  await editor.getByLabel(t('skills.editor.newFile')).press('Enter');
  await editor
    .getByRole('textbox', { name: t('skills.editor.content', { path: 'references/kinds.md' }) })
    .fill('Green, 80 °C.');
  await editor.getByRole('button', { name: t('skills.editor.create') }).click();
  await expect(editor).toHaveCount(0);

  await rowButton(page, 'tea').click();
  await skillRow(page, 'tea')
    .getByRole('button', { name: t('skills.test') })
    .click();
  const check = page.getByTestId('skill-check');
  await expect(check).toContainText(t('skills.testOk'));
  await check.getByText(t('skills.prompt')).click();
  await expect(check).toContainText('- tea: "Makes tea. Use when somebody is thirsty."');
  const download = page.waitForEvent('download');
  await skillRow(page, 'tea')
    .getByRole('link', { name: t('skills.exportName', { name: 'tea' }) })
    .click();
  const zip = await (await download).path();

  await page.goto('/');
  const answer = await ask(
    page,
    '/tool skills.load {"name":"tea"}\n/tool skills.read_file {"name":"tea","path":"references/kinds.md"}',
  );
  await expect(answer).toContainText('Boil the water first.');
  await expect(toolCards(page)).toHaveCount(2);
  await toolCards(page).first().getByRole('button').first().click();
  await expect(page.getByTestId('skill-card')).toContainText('Boil the water first.');

  await page.goto('/settings/extensions');
  await rowButton(page, 'tea').click();
  await skillRow(page, 'tea')
    .getByRole('button', { name: t('skills.remove') })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(page.getByText(t('skills.none'))).toBeVisible();
  await page.getByTestId('skill-file').setInputFiles({
    name: 'tea.zip',
    mimeType: 'application/zip',
    buffer: await readFile(zip),
  });
  await expect(skillRow(page, 'tea')).toContainText(t('skills.foreign'));
  await page
    .getByTestId('skill-file')
    .setInputFiles({ name: 'bad.zip', mimeType: 'application/zip', buffer: Buffer.from('PK no') });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('ZIP');
  await page.getByRole('switch', { name: t('skills.enabled', { name: 'tea' }) }).click();
  await expect(skillRow(page, 'tea')).toHaveAttribute('data-state', 'off');
  await page.goto('/');
  await expect(await ask(page, '/tool skills.load {"name":"tea"}')).toContainText('There is no tool named skills.load');
});

interface Double {
  readonly origin: string;
  readonly host: string;
  readonly seen: { url: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** An API that knows the weather, for whoever has the key. */
async function startWeather(): Promise<Double> {
  const seen: Double['seen'] = [];
  const server: Server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"sky":"clear over Lima"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const manifestFor = (origin: string) =>
  JSON.stringify({
    manifest: 1,
    id: 'weather',
    name: 'Weather of cities',
    version: '1.0.0',
    description: 'Knows the sky.',
    secrets: [{ name: 'api_key', label: 'Weather key' }],
    tools: [
      {
        name: 'sky',
        description: 'The sky over a city.',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        request: { url: `${origin}/sky/{city}`, headers: { 'X-Key': '{secret:api_key}' } },
      },
    ],
    skills: [
      { files: [{ path: 'SKILL.md', content: '---\nname: sky-talk\ndescription: Talks of the sky.\n---\nLook up.' }] },
    ],
  });

test('a plugin is looked at, installed, given its key, asked about, and removed with all it brought', async ({
  startOwn,
  openContext,
}) => {
  test.setTimeout(120_000);
  const weather = await startWeather();
  const product = await startOwn({ env: { METONA_PLUGIN_PRIVATE_ORIGINS: weather.origin } });
  const baseURL = originOf(product);
  const account = await createAccount(baseURL);
  const page = await (await openContext({ baseURL, storageState: account.storageState })).newPage();
  await page.goto('/settings/extensions');
  await page.getByRole('button', { name: t('plugins.add') }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: t('plugins.from.text') });
  await text.fill(manifestFor('http://10.0.0.1'));
  await dialog.getByRole('button', { name: t('plugins.from.show') }).click();
  await expect(dialog.getByRole('alert')).toContainText('https');
  await text.fill(manifestFor(weather.origin));
  await dialog.getByRole('button', { name: t('plugins.from.show') }).click();
  await expect(dialog.getByTestId('plugin-host')).toContainText(weather.host);
  await expect(dialog.getByTestId('plugin-host')).toContainText(t('plugins.preview.private'));
  await expect(dialog.getByTestId('plugin-preview')).toContainText('plugin.weather.sky');
  await expect(page.getByTestId('plugin')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('plugins.preview.install') }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByTestId('plugin');
  await expect(row).toHaveAttribute('data-state', 'needsKey');
  await expect(skillRow(page, 'sky-talk')).toContainText(t('skills.fromPlugin'));
  await row.getByRole('button').first().click();
  await row.locator('input[name=api_key]').fill('k3y-of-the-weather');
  await row.getByRole('button', { name: t('plugins.keySave') }).click();
  await expect(row).toHaveAttribute('data-state', 'on');
  await expect(row.locator('input[name=api_key]')).toHaveValue('');
  await rowButton(page, 'sky-talk').click();
  await expect(skillRow(page, 'sky-talk')).toContainText(t('skills.ofPlugin'));
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.goto('/');
  await sendMessage(page, '/tool plugin.weather.sky {"city":"Lima/../x"}');
  await expect(openCard(page)).toContainText(weather.host);
  expect(weather.seen).toEqual([]);
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText('clear over Lima');
  expect(weather.seen).toMatchObject([{ url: '/sky/Lima%2F..%2Fx', headers: { 'x-key': 'k3y-of-the-weather' } }]);

  await page.goto('/settings/extensions');
  await row.getByRole('button').first().click();
  await row.getByRole('button', { name: t('plugins.remove') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.remove') })
    .click();
  await expect(page.getByText(t('plugins.none'))).toBeVisible();
  await expect(page.getByTestId('skill')).toHaveCount(0);
  await page.goto('/');
  await expect(await ask(page, '/tool plugin.weather.sky {"city":"Lima"}')).toContainText(
    'There is no tool named plugin.weather.sky',
  );
  expect(weather.seen).toHaveLength(1);
  await weather.close();
});
