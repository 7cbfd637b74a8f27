import type { APIRequestContext, Page } from 'playwright/test';
import { ask, expectEnded, lastAnswer, openCard, sendMessage, english as t, toolCards } from '@/tests/support/e2e-chat';
import { hold } from '@/tests/support/e2e-hold';
import { expect, test } from '@/tests/support/e2e-test';

const editorOf = (page: Page) => page.getByRole('textbox', { name: t('notes.content') });
const expectSaved = (page: Page) =>
  expect(page.getByTestId('save-state')).toHaveAttribute('data-state', 'saved', { timeout: 15_000 });

async function make(api: APIRequestContext, note: Record<string, unknown>) {
  const answer = await api.post('/api/notes', { data: note });
  expect(answer.status()).toBe(201);
  return await answer.json();
}
const read = async (api: APIRequestContext, id: string) => (await api.get(`/api/notes/${id}`)).json();
const titles = async (api: APIRequestContext) =>
  (await (await api.get('/api/notes')).json()).items.map((note: { title: string }) => note.title);

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

test('a new note that gets its address while its writer leaves does not hold the writer back', async ({
  chat: page,
  account,
}) => {
  await page.goto('/notes/new');
  const saving = await hold(page, '**/api/notes');
  const way = await hold(page, /\?_rsc=/);
  await editorOf(page).click();
  await page.keyboard.type('begun');
  await saving.begun;
  await page.getByRole('link', { name: t('layout.files') }).click();
  await way.begun;
  const saved = page.waitForResponse((response) => response.request().method() === 'POST');
  saving.go();
  await saved;
  await expect(page.getByTestId('save-state')).toHaveAttribute('data-state', 'saved');
  way.go();
  await expect(page).toHaveURL(/\/files$/);
  await expect(page.getByRole('heading', { level: 1, name: t('files.title') })).toBeVisible();
  await expect.poll(() => titles(account.api)).toHaveLength(1);
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
