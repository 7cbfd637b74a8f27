import type { Page } from 'playwright/test';
import { ask, expectEnded, openCard, sendMessage, english as t, textsOf, toolCards } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const line = (name: string, args: object) => `/tool ${name} ${JSON.stringify(args)}`;
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const boxOf = (page: Page, title: string) => page.getByRole('checkbox', { name: t('tasks.complete', { title }) });
const day = (days: number) => {
  const at = new Date(Date.now() + days * 86_400_000);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
};

async function add(page: Page, title: string, due?: string): Promise<void> {
  if (due !== undefined) await page.locator('form').getByLabel(t('tasks.dueField')).fill(due);
  await page.getByLabel(t('tasks.new')).fill(title);
  await page.getByLabel(t('tasks.new')).press('Enter');
  await expect(boxOf(page, title)).toBeVisible();
}

test('tasks are written down, found, changed, completed and deleted by keyboard', async ({ chat: page }) => {
  await page.getByRole('link', { name: t('layout.tasks'), exact: true }).press('Enter');
  await expect(page.getByText(t('tasks.none'))).toBeVisible();
  await add(page, 'Buy tea');
  await expect(page.getByLabel(t('tasks.new'))).toBeFocused();
  await add(page, 'Answer Ada', day(-3));
  await add(page, '写报告', day(1));
  await expect(rows(page)).toHaveText([/Answer Ada.*overdue since/, /写报告.*due tomorrow/, /Buy tea/]);

  const status = page.getByRole('search').getByLabel(t('tasks.status'));
  const due = page.getByRole('search').getByLabel(t('tasks.dueField'));
  await due.selectOption('overdue');
  await expect(rows(page)).toHaveText([/Answer Ada/]);
  await due.selectOption('week');
  await expect(rows(page)).toHaveText([/写报告/]);
  await due.selectOption('any');
  await page.getByLabel(t('tasks.search')).fill('报告');
  await expect(rows(page)).toHaveText([/写报告/]);
  await page.getByLabel(t('tasks.search')).fill('');
  await expect(rows(page)).toHaveCount(3);

  await boxOf(page, 'Answer Ada').press('Space');
  await expect(rows(page)).toHaveText([/写报告/, /Buy tea/]);
  await expect(boxOf(page, '写报告')).toBeFocused();
  await status.selectOption('done');
  await boxOf(page, 'Answer Ada').press('Space');
  await expect(page.getByText(t('tasks.noHits'))).toBeVisible();
  await status.selectOption('open');

  await page.getByRole('button', { name: t('tasks.edit', { title: 'Buy tea' }) }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('tasks.titleField')).fill('Buy green tea');
  await dialog.getByLabel(t('tasks.status')).selectOption('doing');
  await dialog.getByLabel(t('tasks.priority')).selectOption('high');
  await dialog.getByLabel(t('tasks.titleField')).press('Enter');
  await expect(dialog).toHaveCount(0);
  const begun = page.getByRole('region', { name: t('tasks.doing') });
  await expect(begun.getByRole('listitem')).toHaveText([/Buy green tea.*High priority/]);

  await page.getByRole('button', { name: t('tasks.remove', { title: '写报告' }) }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.delete') })
    .press('Enter');
  await expect(rows(page)).toHaveText([/Buy green tea/, /Answer Ada/]);
});

test('a chat adds, changes and lists tasks, the first two after a yes', async ({ chat: page, account }) => {
  const allow = async (message: string, shown?: string) => {
    await sendMessage(page, message);
    if (shown !== undefined) await expect(openCard(page).getByTestId('proposed-task')).toContainText(shown);
    await expect(openCard(page)).toContainText(t('tasks.why'));
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.once') })
      .click();
    await expectEnded(page);
    await expect(toolCards(page).last()).toHaveAttribute('data-state', 'done');
  };
  await allow(line('tasks.create', { title: 'Water the plants', due_date: day(0), priority: 'high' }));
  const [task] = (await (await account.api.get('/api/tasks')).json()).items;
  expect(task).toMatchObject({ title: 'Water the plants', status: 'todo', priority: 'high', due_date: day(0) });
  await expect(await ask(page, line('tasks.list', {}))).toContainText('Water the plants');
  await toolCards(page).last().getByRole('button').first().click();
  const card = page.getByTestId('task-list-card').last();
  await expect(card).toContainText(t('tasks.todo'));
  await expect(card).toContainText('today');
  await allow(line('tasks.update', { id: task.id, status: 'done' }), 'Water the plants');
  await expect(await ask(page, line('tasks.list', {}))).toContainText('There are no such tasks.');

  await page.goto('/tasks');
  await page.getByRole('search').getByLabel(t('tasks.status')).selectOption('done');
  await expect(boxOf(page, 'Water the plants')).toBeChecked();
  await page.getByRole('link', { name: t('tasks.toChat') }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${task.session_id}$`));
});

test('the page of tasks says when it cannot load, and fits a phone in Chinese', async ({ account, openContext }) => {
  const zh = textsOf('zh-CN');
  const context = await openContext({
    storageState: account.storageState,
    viewport: { width: 360, height: 740 },
    locale: 'zh-CN',
    colorScheme: 'dark',
  });
  const title = '整理下半年客户回访记录并把重点问题汇总成一页纸'.repeat(3);
  for (const more of [
    { due_date: day(-1), priority: 'high', detail: '先看上个月的\n再看本月的' },
    { status: 'doing' },
  ]) {
    await account.api.post('/api/tasks', { data: { title, ...more } });
  }
  const page = await context.newPage();
  let isDown = true;
  await context.route('**/api/tasks?*', (route) =>
    isDown
      ? route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'x', retryable: false } } })
      : route.continue(),
  );
  await page.goto('/tasks');
  await expect(page.getByRole('alert').first()).toContainText(zh('common.loadFailed'));
  isDown = false;
  await page
    .getByRole('button', { name: zh('common.retry') })
    .first()
    .click();
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('昨天')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
