import type { Page } from 'playwright/test';
import {
  ask,
  expectEnded,
  lastAnswer,
  openThoughts,
  sendMessage,
  english as t,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';
import {
  deepSeekCall,
  deepSeekText,
  modelRequests,
  ollamaCall,
  ollamaText,
  returnedThoughts,
} from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

function rowOf(page: Page, name: string) {
  const isOn = page.getByRole('switch', { name: t('settings.providers.enabled', { name }) });
  return page.getByRole('listitem').filter({ has: isOn });
}

async function openProvider(page: Page, name: string) {
  await page.goto('/settings/providers');
  const row = rowOf(page, name);
  await row.getByRole('button', { expanded: false }).click();
  return row;
}

async function pickModel(page: Page, name: string) {
  await page.goto('/');
  await page.getByTestId('model-picker').click();
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByTestId('model-picker')).toContainText(name);
}

/** Everything a browser of this page received as text. */
function collectTexts(page: Page): Promise<string>[] {
  const texts: Promise<string>[] = [];
  page.context().on('response', (response) => {
    const isText = /html|json|text|javascript/.test(response.headers()['content-type'] ?? '');
    if (isText) texts.push(response.text().catch(() => ''));
  });
  return texts;
}

test('DeepSeek: from the settings page to a tool conversation with thinking', async ({ chat: page, wire, account }) => {
  const received = collectTexts(page);
  const row = await openProvider(page, 'DeepSeek');
  await row.getByLabel(t('settings.providers.baseUrl')).fill(wire.deepSeek.origin);
  await row.getByLabel(t('settings.providers.key')).fill(deepSeekKey);
  await row.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
  await expect(row.getByText(/^Works\. .+ answered in \d+ ms\.$/)).toBeVisible();
  await expect(row.getByLabel(t('settings.providers.key'))).toHaveValue('');
  await expect(row.getByText(`••••${deepSeekKey.slice(-4)}`).first()).toBeVisible();

  await pickModel(page, 'DeepSeek Flash');
  const before = wire.deepSeek.requests.length;
  wire.deepSeek.enqueue(
    deepSeekCall('One and two must be added.'),
    deepSeekText('That was easy.', 'The sum is **three**.'),
  );
  const answer = await ask(page, 'Add one and two');
  await expect(toolCards(page)).toHaveAttribute('data-state', 'done');
  await expect(answer.locator('strong')).toHaveText('three');
  await expect(answer.getByTestId('thinking-card')).toHaveCount(2);
  await openThoughts(answer.getByTestId('thinking-card').first());
  await expect(answer.getByText('One and two must be added.')).toBeVisible();
  await expect(answer).toContainText('deepseek-flash');

  const [, second] = modelRequests(wire.deepSeek.requests, before);
  expect(returnedThoughts(second)).toEqual(['One and two must be added.']);

  // The whole conversation goes on with what was thought before.
  wire.deepSeek.enqueue(deepSeekText('Again.', 'Still three.'));
  await expect(await ask(page, 'And now?')).toContainText('Still three.');
  const third = modelRequests(wire.deepSeek.requests, before).at(-1);
  expect(returnedThoughts(third)).toEqual(['One and two must be added.', 'That was easy.']);

  // The key has gone to the provider and to nobody else.
  await page.goto('/settings/providers');
  await expect(page.getByText(`••••${deepSeekKey.slice(-4)}`).first()).toBeVisible();
  const { items: runs } = await (await account.api.get('/api/agent/runs')).json();
  const session = runs[0].session_id;
  const paths = [
    '/api/providers',
    '/api/settings',
    '/api/account',
    '/api/account/export',
    `/api/sessions/${session}/export?format=json`,
    `/api/sessions/${session}/messages`,
    ...runs.flatMap((run: { id: string }) => ['', '/events', '/trace'].map((end) => `/api/agent/runs/${run.id}${end}`)),
  ];
  for (const path of paths) received.push(account.api.get(path).then((response) => response.text()));
  const texts = await Promise.all(received);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => text.includes(deepSeekKey))).toEqual([]);
});

test('a wrong key is named as such, in the test and in the chat, and shown nowhere', async ({ chat: page, wire }) => {
  const wrongKey = 'sk-wrong-canary-51c0ffee77aa';
  const received = collectTexts(page);
  const row = await openProvider(page, 'DeepSeek');
  await row.getByLabel(t('settings.providers.baseUrl')).fill(wire.deepSeek.origin);
  await row.getByLabel(t('settings.providers.key')).fill(wrongKey);
  await row.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
  await expect(row.getByText(t('errors.auth_invalid'))).toBeVisible();
  await expect(row.getByText(/^No answer after \d+ ms/)).toBeVisible();

  await pickModel(page, 'DeepSeek Flash');
  await sendMessage(page, 'hello');
  const card = page.getByTestId('error-card');
  await expect(card).toHaveAttribute('data-code', 'auth_invalid');
  await expect(card).toContainText(t('errors.auth_invalid'));
  await expect(card.getByRole('button', { name: t('chat.error.retry') })).toBeVisible();
  await card.getByRole('link', { name: t('chat.error.provider') }).click();
  await expect(page).toHaveURL(/\/settings\/providers#deepseek$/);
  await expect(rowOf(page, 'DeepSeek').getByLabel(t('settings.providers.key'))).toBeVisible();
  expect((await Promise.all(received)).filter((text) => text.includes(wrongKey))).toEqual([]);

  // The right key, and the same message goes through.
  await page.getByLabel(t('settings.providers.key')).fill(deepSeekKey);
  await rowOf(page, 'DeepSeek')
    .getByRole('button', { name: t('settings.providers.test'), exact: true })
    .click();
  await expect(page.getByText(/^Works\./)).toBeVisible();
  await page.getByTestId('session-item').click();
  wire.deepSeek.enqueue(deepSeekText('Fine.', 'Hello at last.'));
  await page.getByRole('button', { name: t('chat.error.retry') }).click();
  await expect(lastAnswer(page)).toContainText('Hello at last.');
  await expectEnded(page);
  await expect(page.getByTestId('error-card')).toHaveCount(0);
});

test('Ollama: an unreachable server is named, a reachable one thinks and uses tools', async ({ chat: page, wire }) => {
  const row = await openProvider(page, 'Ollama');
  await row.getByLabel(t('settings.providers.baseUrl')).fill('http://127.0.0.1:9');
  await row.getByLabel(t('settings.providers.defaultModel')).fill('qwen3:8b');
  await row.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
  await expect(row.getByText(t('errors.network_error'))).toBeVisible();

  await pickModel(page, 'qwen3:8b');
  await sendMessage(page, 'hello');
  const card = page.getByTestId('error-card');
  await expect(card).toHaveAttribute('data-code', 'network_error', { timeout: 30_000 });
  await expect(card).toContainText(t('errors.network_error'));
  await expect(card.getByRole('button', { name: t('chat.error.retry') })).toBeVisible();

  const again = await openProvider(page, 'Ollama');
  await again.getByLabel(t('settings.providers.baseUrl')).fill(wire.ollama.origin);
  await again.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
  await expect(again.getByText(/^Works\. .+ answered in \d+ ms\.$/)).toBeVisible();

  await pickModel(page, 'qwen3:8b');
  const before = wire.ollama.requests.length;
  wire.ollama.enqueue(ollamaCall('One and two.'), ollamaText('Done.', 'It makes three.'));
  const answer = await ask(page, 'Add one and two');
  await expect(answer).toContainText('It makes three.');
  await expect(answer.getByTestId('thinking-card')).toHaveCount(2);
  await expect(answer.getByTestId('tool-card')).toHaveAttribute('data-state', 'done');
  const [, second] = modelRequests(wire.ollama.requests, before);
  expect(returnedThoughts(second)).toEqual(['One and two.']);
});
