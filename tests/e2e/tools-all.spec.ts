import {
  ask,
  expectEnded,
  lastAnswer,
  openCard,
  sendMessage,
  english as t,
  textsOf,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const line = (name: string, args: object) => `/tool ${name} ${JSON.stringify(args)}`;
const rowOf = (page: import('playwright/test').Page, name: string) => page.locator(`[data-tool="${name}"]`);

test('tools that need nothing answer in the chat', async ({ chat: page }) => {
  for (const [message, said] of [
    [line('system.echo', { text: 'hello tool' }), 'hello tool'],
    [line('system.sleep', { ms: 30 }), 'system.sleep'],
    [line('math.add', { left: 2, right: 40 }), '42'],
    [line('calculate', { expression: '25 degC to degF' }), '77 degF'],
    [line('memory.save', { content: 'Anna likes green tea' }), 'memory.save'],
    [line('memory.search', { query: 'green tea' }), 'memory.search'],
    [line('notes.list', {}), 'notes.list'],
    [line('notes.search', { query: 'nothing' }), 'notes.search'],
    [line('list_files', {}), 'list_files'],
    [line('search_files', { query: 'nothing' }), 'search_files'],
  ] as const) {
    await expect(await ask(page, message)).toContainText(said);
    await expect(toolCards(page).last()).toHaveAttribute('data-state', 'done');
  }
});

test('a file is written, listed, searched and read back', async ({ chat: page }) => {
  await sendMessage(
    page,
    line('write_file', { file_path: 'docs/plan.md', content: 'first\nsecond line\n', mode: 'create' }),
  );
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await expect(await ask(page, line('list_files', {}))).toContainText('docs/plan.md');
  await expect(await ask(page, line('search_files', { query: 'second' }))).toContainText('docs/plan.md:2: second line');
  await expect(await ask(page, line('read_file', { file_path: 'docs/plan.md' }))).toContainText('second line');
  await ask(page, line('read_file', { file_path: '../../etc/passwd' }));
  await expect(toolCards(page).last()).not.toHaveAttribute('data-state', 'done');
});

test('every tool is told under Settings → Tools, and a rule set there holds', async ({ chat: page, account }) => {
  await page.goto('/settings/tools');
  const { items } = await (await account.api.get('/api/tools')).json();
  await expect(page.getByTestId('tool-row')).toHaveCount(items.length);
  for (const { name } of items) {
    await expect(rowOf(page, name).getByRole('paragraph').first()).not.toBeEmpty();
    await expect(rowOf(page, name).getByLabel(t('tools.rule.of', { name }))).toBeVisible();
    await expect(rowOf(page, name).getByTestId('tool-standing')).not.toBeEmpty();
  }

  await page.getByLabel(t('tools.search')).fill('describes table');
  await expect(page.getByTestId('tool-row')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: String(items.length) })).toBeVisible();
  await rowOf(page, 'analyze_csv').getByText(t('tools.details.open')).press('Enter');
  await expect(rowOf(page, 'analyze_csv')).toContainText('file_path');
  await expect(rowOf(page, 'analyze_csv')).toContainText(t('tools.field.required'));
  await page.getByLabel(t('tools.search')).fill('');
  await expect(page.getByTestId('tool-row')).toHaveCount(items.length);

  // A rule for the permission beats the one for the tool when it denies.
  await rowOf(page, 'list_files')
    .getByLabel(t('tools.rule.of', { name: 'list_files' }))
    .selectOption('allow');
  await expect(rowOf(page, 'list_files')).toContainText(t('tools.standing.toolRule'));
  await page.getByLabel(t('tools.rule.of', { name: 'files.read' })).selectOption('deny');
  const denied = t('tools.standing.permissionDenies', { permission: 'files.read' });
  await expect(rowOf(page, 'list_files')).toContainText(denied);
  await page.getByLabel(t('tools.show.label')).selectOption('deny');
  await expect(rowOf(page, 'calculate')).toHaveCount(0);
  await expect(rowOf(page, 'read_file')).toContainText(denied);

  await page.goto('/');
  await ask(page, line('list_files', {}));
  await expect(toolCards(page).last()).toHaveAttribute('data-state', 'denied');
  await expect(lastAnswer(page)).toContainText('files.read');

  await page.goto('/settings/permissions');
  await page.getByRole('link', { name: t('settings.permissions.toRules') }).click();
  await expect(page).toHaveURL(/\/settings\/tools#rules$/);
  await page.getByLabel(t('tools.rule.of', { name: 'files.read' })).selectOption('');
  await expect(rowOf(page, 'list_files')).toContainText(t('tools.standing.toolRule'));
});

test('the page of tools fits a narrow screen, in the dark, in Chinese and by keyboard', async ({
  account,
  openContext,
}) => {
  const zh = textsOf('zh-CN');
  const context = await openContext({
    storageState: account.storageState,
    viewport: { width: 360, height: 740 },
    locale: 'zh-CN',
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  await page.goto('/settings/tools');
  await expect(rowOf(page, 'run_code')).toContainText(zh('tools.about.runCode'));
  for (const summary of await page.locator('[data-testid=tool-row] summary').all()) await summary.press('Enter');
  await expect(rowOf(page, 'query_data')).toContainText(zh('tools.field.required'));
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
