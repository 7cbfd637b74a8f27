import type { APIRequestContext, Page } from 'playwright/test';
import { ask, expectEnded, lastAnswer, openCard, sendMessage, english as t, toolCards } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const editorOf = (page: Page) => page.getByRole('textbox', { name: t('notes.content') });
const titleOf = (page: Page) => page.getByRole('textbox', { name: t('notes.noteTitle') });
const previewOf = (page: Page) => page.getByTestId('note-preview');
const expectSaved = (page: Page) =>
  expect(page.getByTestId('save-state')).toHaveAttribute('data-state', 'saved', { timeout: 15_000 });
const rowOf = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });
const folders = (page: Page) => page.getByRole('navigation', { name: t('notes.folders.label') });

async function make(api: APIRequestContext, note: Record<string, unknown>) {
  const answer = await api.post('/api/notes', { data: note });
  expect(answer.status()).toBe(201);
  return await answer.json();
}
const read = async (api: APIRequestContext, id: string) => (await api.get(`/api/notes/${id}`)).json();
const titles = async (api: APIRequestContext) =>
  (await (await api.get('/api/notes')).json()).items.map((note: { title: string }) => note.title);

async function choose(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a note is written, filed, found and deleted by hand', async ({ chat: page, account }) => {
  await page.goto('/notes');
  await expect(page.getByText(t('notes.none'))).toBeVisible();
  await page.getByRole('link', { name: t('notes.create') }).click();
  await titleOf(page).fill('会议 notes');
  await editorOf(page).click();
  await page.keyboard.type('# Plan\n\nBuy *paint* <b>now</b>.');
  await expect(previewOf(page).getByRole('heading', { name: 'Plan' })).toBeVisible();
  await expect(previewOf(page).locator('em')).toHaveText('paint');
  await expectSaved(page);
  await expect(page).toHaveURL(/\/notes\/note_\w/);
  const id = page.url().split('/').at(-1) ?? '';
  expect((await read(account.api, id)).content).toBe('# Plan\n\nBuy *paint* <b>now</b>.');
  await page.keyboard.type(' And tea.');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await page.reload();
  await expect(previewOf(page)).toContainText('Buy paint <b>now</b>. And tea.');

  await page.getByRole('link', { name: t('notes.backToList') }).click();
  await folders(page)
    .getByRole('button', { name: t('notes.folders.create') })
    .click();
  await page.getByLabel(t('notes.folders.name')).fill('Work/资料');
  await page.getByRole('button', { name: t('common.save') }).click();
  await expect(page).toHaveURL(/folder=Work/);
  await expect(page.getByText(t('notes.noneHere'))).toBeVisible();
  await folders(page)
    .getByRole('link', { name: t('notes.folders.all') })
    .click();
  await expectAccessible(page);
  await rowOf(page, '会议 notes').dragTo(folders(page).getByRole('link', { name: '资料' }));
  await expect(rowOf(page, '会议 notes')).toContainText('Work/资料');
  await choose(page, t('notes.more', { title: '会议 notes' }), t('notes.move.action'));
  await page.getByLabel(t('notes.move.to')).selectOption('Work');
  await page.getByRole('button', { name: t('notes.move.confirm'), exact: true }).click();
  await expect.poll(async () => (await read(account.api, id)).folder).toBe('Work');

  await page.getByRole('searchbox', { name: t('notes.search') }).fill('会议');
  await expect(rowOf(page, '会议 notes')).toHaveCount(1);
  await page.getByRole('searchbox', { name: t('notes.search') }).fill('');
  await choose(page, t('notes.folders.more', { folder: 'Work' }), t('notes.folders.rename'));
  await page.getByLabel(t('notes.folders.name')).fill('Home/Work');
  await page.getByRole('button', { name: t('common.save') }).click();
  await expect(page).toHaveURL(/Home/);
  await choose(page, t('notes.folders.more', { folder: 'Home/Work' }), t('notes.folders.remove'));
  await page.getByRole('button', { name: t('notes.folders.removeConfirm') }).click();
  await expect.poll(async () => (await read(account.api, id)).folder).toBe('Home');

  await folders(page).getByRole('link', { name: 'Home' }).click();
  await choose(page, t('notes.more', { title: '会议 notes' }), t('notes.remove'));
  await page.getByRole('button', { name: t('common.delete'), exact: true }).click();
  await expect(page.getByText(t('notes.noneHere'))).toBeVisible();
  expect(await titles(account.api)).toEqual([]);
});

test('a note that was changed elsewhere is not written over unasked', async ({ chat: page, account }) => {
  const note = await make(account.api, { title: 'Shared', content: 'one\n\ntwo' });
  await page.goto(`/notes/${note.id}`);
  await expect(editorOf(page)).toContainText('one');
  await account.api.patch(`/api/notes/${note.id}`, { data: { content: 'one\n\nby another' } });
  await editorOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' by me');
  const conflict = page.getByTestId('note-conflict');
  await expect(conflict).toContainText('two by me');
  await expect(conflict).toContainText('by another');
  expect((await read(account.api, note.id)).content).toBe('one\n\nby another');
  await conflict.getByRole('button', { name: t('notes.conflict.copy') }).click();
  await expect.poll(() => titles(account.api)).toHaveLength(2);
  await expect(page).not.toHaveURL(new RegExp(note.id));
  await expect(editorOf(page)).toContainText('two by me');
  expect((await read(account.api, note.id)).content).toBe('one\n\nby another');
});

test('what is written while the server is away is there after a reload', async ({ chat: page, account }) => {
  const note = await make(account.api, { title: 'Kept', content: 'before' });
  await page.goto(`/notes/${note.id}`);
  await expect(editorOf(page)).toContainText('before');
  await page.route('**/api/notes/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await editorOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and after');
  await expect(page.getByTestId('save-state')).toHaveAttribute('data-state', 'failed');
  await page.unroute('**/api/notes/*');
  await page.reload();
  await expect(editorOf(page)).toContainText('before and after');
  await expectSaved(page);
  expect((await read(account.api, note.id)).content).toBe('before and after');
});

test('a citation opens its note at the block, on a phone as well', async ({ chat: page, account }) => {
  const paragraphs = Array.from(
    { length: 400 },
    (_, index) => `Paragraph ${index} of many words, one after the other.`,
  );
  const note = await make(account.api, { title: 'Long', content: paragraphs.join('\n\n') });
  const { id } = note.blocks[350];
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/notes');
    await page.goto(`/notes/${note.id}#block-${id}`);
    await expect(page.locator(`#block-${id}`)).toContainText('Paragraph 350 of');
    await expect(page.locator(`#block-${id}`)).toBeInViewport();
    await expect(page.locator('[data-cited]')).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.goto('/notes');
  await page.goto(`/notes/${note.id}#block-nb_gone`);
  await expect(previewOf(page)).toContainText(t('notes.editor.goneBlock'));
});

test('every tool of notes does its work in a chat, and asks where it writes', async ({ chat: page, account }) => {
  const allow = async (line: string, ...shown: string[]) => {
    await sendMessage(page, line);
    for (const text of shown) await expect(openCard(page)).toContainText(text);
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.once') })
      .click();
    await expectEnded(page);
  };
  const tool = (name: string, args: unknown) => `/tool notes.${name} ${JSON.stringify(args)}`;
  await allow(tool('create', { title: '清单', content: '# List\n\nmilk\n\nbread', folder: 'Home' }));
  const [{ id }] = (await (await account.api.get('/api/notes')).json()).items;
  await ask(page, tool('list', { folder: 'Home' }));
  await expect(lastAnswer(page)).toContainText('清单');
  await ask(page, tool('search', { query: '清单' }));
  await expect(lastAnswer(page)).toContainText(id);
  await ask(page, tool('read', { id, with_blocks: true }));
  await expect(lastAnswer(page)).toContainText('bread');
  const [, milk] = (await read(account.api, id)).blocks;

  const change = tool('update', { id, block_id: milk.id, content: 'oat milk', revision: 1 });
  await allow(change, t('notes.change.block'), 'oat milk');
  expect((await read(account.api, id)).content).toBe('# List\n\noat milk\n\nbread');
  await toolCards(page).last().getByRole('button').first().click();
  await expect(toolCards(page).last().getByRole('link', { name: '清单' })).toHaveAttribute('href', `/notes/${id}`);
  await allow(tool('move', { id, folder: 'Shop' }), t('notes.change.to', { folder: 'Shop' }));
  expect((await read(account.api, id)).folder).toBe('Shop');

  await allow(tool('update', { id, content: 'late', revision: 1 }), t('notes.change.outdated'));
  await expect(toolCards(page).last()).toHaveAttribute('data-state', 'failed');
  expect((await read(account.api, id)).content).toContain('oat milk');

  await allow(tool('delete', { id }), t('notes.change.deletes'), '清单');
  expect(await titles(account.api)).toEqual([]);
});
