import {
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  openCard,
  openChat,
  sendMessage,
  english as t,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

const create = (title: string) => `/tool notes.create ${JSON.stringify({ title, content: 'text' })}`;

test('a denial with a reason reaches the model, and nothing is written', async ({ chat: page, account }) => {
  await sendMessage(page, create('Never'));
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.deny') })
    .click();
  await openCard(page).getByLabel(t('chat.permission.denyReason')).fill('not today');
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.denyConfirm'), exact: true })
    .click();
  await expectEnded(page);
  await expect(toolCards(page)).toHaveAttribute('data-state', 'denied');
  await expect(page.locator('[data-testid=permission-card][data-state=denied]')).toContainText('not today');
  await toolCards(page).getByRole('button').first().click();
  await expect(toolCards(page)).toContainText('not today');
  await expect(lastAnswer(page)).toContainText(/notes\.create → .*not today/);
  const notes = await (await account.api.get('/api/notes')).json();
  expect(notes.items).toEqual([]);
  await page.reload();
  await expect(toolCards(page)).toHaveAttribute('data-state', 'denied');
});

test('a permission for the chat says what it covers, holds there only, and can be revoked', async ({ chat: page }) => {
  await sendMessage(page, create('One'));
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.session') })
    .click();
  await expect(openCard(page)).toContainText(t('chat.permission.sessionTool', { tool: 'notes.create' }));
  await expect(openCard(page)).toContainText(t('chat.permission.sessionChat'));
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.sessionConfirm'), exact: true })
    .click();
  await expectEnded(page);
  await expect(page.locator('[data-testid=permission-card]')).toHaveAttribute('data-state', 'allowed_session');

  // Not asked again here …
  await ask(page, create('Two'));
  await expect(toolCards(page).last()).toHaveAttribute('data-state', 'done');
  await expect(openCard(page)).toHaveCount(0);
  const address = page.url();

  // … but in another chat.
  await page.getByRole('link', { name: t('layout.newChat') }).click();
  await expect(page).not.toHaveURL(address);
  await sendMessage(page, create('Elsewhere'));
  await expect(openCard(page)).toBeVisible();
  await page.getByTestId('stop').click();
  await expectEnded(page);

  await page.goto('/settings/permissions');
  await expect(page.getByText(t('settings.permissions.grantsText'))).toBeVisible();
  await page.getByRole('button', { name: t('settings.permissions.revokeName', { name: 'notes.create' }) }).click();
  await expect(page.getByText(t('settings.permissions.noGrants'))).toBeVisible();

  await openChat(page, address, 2);
  await sendMessage(page, create('Three'));
  await expect(openCard(page)).toContainText('Three');
});

test('edited arguments are what runs', async ({ chat: page, account }) => {
  await sendMessage(page, create('Proposed'));
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.edit') })
    .click();
  const field = openCard(page).getByLabel(t('chat.permission.editLabel'));
  await field.fill('{"title": ');
  await page.getByRole('link', { name: t('layout.inbox') }).click();
  await expect(page).toHaveURL(/\/inbox/);
  await page.goBack();
  await expect(field).toHaveValue('{"title": ');
  await expect(openCard(page).getByRole('button', { name: t('common.save') })).toBeDisabled();
  await field.fill('{"title":"Edited","content":"text"}');
  await openCard(page)
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(openCard(page)).toContainText('Edited');
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  const notes = await (await account.api.get('/api/notes')).json();
  expect(notes.items.map((note: { title: string }) => note.title)).toEqual(['Edited']);
  await expect(toolCards(page)).toContainText('Edited');
});

test('several questions are answered in any order, each by keys of its own', async ({ chat: page, account }) => {
  await sendMessage(page, `${create('First')}\n${create('Second')}`);
  await expect(openCard(page)).toHaveCount(2);
  await expect(composerOf(page)).toBeFocused();
  await page.keyboard.press('1');
  await expect(composerOf(page)).toHaveValue('1');
  await composerOf(page).fill('');
  await openCard(page).filter({ hasText: 'Second' }).focus();
  await page.keyboard.press('1');
  await expect(openCard(page)).toHaveCount(1);
  await expect(openCard(page)).toContainText('First');
  await openCard(page).focus();
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await expectEnded(page);
  const notes = await (await account.api.get('/api/notes')).json();
  expect(notes.items.map((note: { title: string }) => note.title)).toEqual(['Second']);
});

test('the sidebar names the chat that needs a person, also in another tab', async ({ chat: page }) => {
  await sendMessage(page, create('Waiting'));
  await expect(openCard(page)).toBeVisible();
  await expect(page).toHaveTitle(/Needs you/);
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByTestId('session-item').click();
  await openCard(other)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(other);
  await expectEnded(page);
  await expect(openCard(page)).toHaveCount(0);
});
