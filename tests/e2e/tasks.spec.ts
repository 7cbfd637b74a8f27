import type { Page } from 'playwright/test';
import { ask, expectEnded, openCard, sendMessage, english as t, toolCards } from '@/tests/support/e2e-chat';
import { toolLine as line } from '@/tests/support/e2e-runs';
import { expect, test } from '@/tests/support/e2e-test';

const boxOf = (page: Page, title: string) => page.getByRole('checkbox', { name: t('tasks.complete', { title }) });
const today = () => {
  const at = new Date();
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
};

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
  await allow(line('tasks.create', { title: 'Water the plants', due_date: today(), priority: 'high' }));
  const [task] = (await (await account.api.get('/api/tasks')).json()).items;
  expect(task).toMatchObject({ title: 'Water the plants', status: 'todo', priority: 'high', due_date: today() });
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
