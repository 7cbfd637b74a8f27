import type { Page } from 'playwright/test';
import { lastAnswer } from '@/tests/support/e2e-chat';
import { expect, type Journey, journeys, openSidebar, test } from '@/tests/support/e2e-journey';
import { runOf } from '@/tests/support/e2e-runs';

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title });
const day = (days: number) => {
  const at = new Date(Date.now() + days * 86_400_000);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
};

async function openPlace(journey: Journey, name: string): Promise<void> {
  await (await openSidebar(journey)).getByRole('link', { name, exact: true }).click();
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const owls = '# Barns\n\nNobody counts here.\n\n## Nights\n\nThe barn owl hunts over the meadow after dusk.\n';

/** A chat whose first tool call found a note, with so much after it that the beginning is not loaded. */
function longChat(href: string) {
  const call = { id: 'tc_1', name: 'rag.search', args: { query: 'owl' }, iteration: 1, timestamp: 1_000 };
  const found = { hits: [{ href, title: 'Owls of the parish', heading: 'Barns › Nights' }] };
  const result = { toolCallId: 'tc_1', toolName: 'rag.search', result: found, success: true, durationMs: 1 };
  const said = (role: string, content: string, more = {}) => ({ role, content, timestamp: 1_000, ...more });
  const between = Array.from({ length: 30 }, (_, at) => [said('user', `${at}?`), said('assistant', `${at}.`)]);
  const messages = [
    said('user', 'Owls?'),
    said('assistant', '', { toolCalls: [call] }),
    said('tool', '', { toolResult: { ...result, timestamp: 1_000 } }),
    said('assistant', 'Found.'),
    ...between.flat(),
    said('user', 'Where?'),
    said('assistant', `There [1](${href}), not there [2](/notes/note_0000000000000000000000).`),
  ];
  return { format: 'metona.session', version: 1, session: { title: 'Owls' }, messages };
}

journeys('knowledge', () => {
  test('a note is written in Markdown, filed, moved, found and deleted', async ({ journey }) => {
    const { page, t, account, narrow } = journey;
    const preview = page.getByTestId('note-preview');
    await openPlace(journey, t('layout.notes'));
    await expect(page.getByText(t('notes.none'))).toBeVisible();
    await page.getByRole('button', { name: t('notes.folders.create') }).click();
    await page.getByLabel(t('notes.folders.name')).fill('Work/资料');
    await page.getByRole('button', { name: t('common.save') }).click();
    await expect(page.getByText(t('notes.noneHere'))).toBeVisible();
    await page.getByRole('link', { name: t('notes.create') }).click();
    await page.getByRole('textbox', { name: t('notes.noteTitle') }).fill('会议 notes');
    await page.getByRole('textbox', { name: t('notes.content') }).click();
    await page.keyboard.type('# Plan\n\nBuy *paint* <b>now</b>.');
    await expect(page.getByTestId('save-state')).toHaveAttribute('data-state', 'saved');
    if (narrow) await page.getByRole('button', { name: t('notes.editor.read') }).click();
    await expect(preview.getByRole('heading', { name: 'Plan' })).toBeVisible();
    await expect(preview).toContainText('Buy paint <b>now</b>.');
    const id = page.url().split('/').at(-1) ?? '';
    const stored = async () => (await account.api.get(`/api/notes/${id}`)).json();
    expect(await stored()).toMatchObject({ content: '# Plan\n\nBuy *paint* <b>now</b>.', folder: 'Work/资料' });

    await openPlace(journey, t('layout.notes'));
    await page.getByRole('searchbox', { name: t('notes.search') }).fill('paint');
    await expect(rowOf(page, '会议 notes')).toContainText('Buy *paint*');
    await expect(rowOf(page, '会议 notes')).toContainText('Work/资料');
    await choose(page, t('notes.more', { title: '会议 notes' }), t('notes.move.action'));
    await page.getByLabel(t('notes.move.to')).selectOption('Work');
    await page.getByRole('button', { name: t('notes.move.confirm'), exact: true }).click();
    await expect.poll(async () => (await stored()).folder).toBe('Work');
    await choose(page, t('notes.more', { title: '会议 notes' }), t('notes.remove'));
    await page.getByRole('button', { name: t('common.delete'), exact: true }).click();
    await expect(page.getByText(t('notes.noHits', { query: 'paint' }))).toBeVisible();
  });

  test('tasks are written down, found by day and words, changed, completed and deleted', async ({ journey }) => {
    const { page, t, account } = journey;
    for (const task of [
      { title: 'Answer Ada', due_date: day(-3) },
      { title: '写报告', due_date: day(1) },
    ])
      await account.api.post('/api/tasks', { data: task });
    await openPlace(journey, t('layout.tasks'));
    await page.getByLabel(t('tasks.new')).fill('Buy tea');
    await page.getByLabel(t('tasks.new')).press('Enter');
    await expect(rows(page)).toHaveText([/Answer Ada/, /写报告/, /Buy tea/]);
    await expect(page.getByLabel(t('tasks.new'))).toBeFocused();

    const filter = page.getByRole('search');
    await filter.getByLabel(t('tasks.dueField')).selectOption('overdue');
    await expect(rows(page)).toHaveText([/Answer Ada/]);
    await filter.getByLabel(t('tasks.dueField')).selectOption('any');
    await page.getByLabel(t('tasks.search')).fill('报告');
    await expect(rows(page)).toHaveText([/写报告/]);
    await page.getByLabel(t('tasks.search')).fill('');
    const done = page.getByRole('checkbox', { name: t('tasks.complete', { title: 'Answer Ada' }) });
    await done.press('Space');
    await expect(rows(page)).toHaveText([/写报告/, /Buy tea/]);
    await filter.getByLabel(t('tasks.status')).selectOption('done');
    await expect(done).toBeChecked();
    await filter.getByLabel(t('tasks.status')).selectOption('open');

    await page.getByRole('button', { name: t('tasks.edit', { title: 'Buy tea' }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('tasks.titleField')).fill('Buy green tea');
    await dialog.getByLabel(t('tasks.status')).selectOption('doing');
    await dialog.getByLabel(t('tasks.titleField')).press('Enter');
    await expect(page.getByRole('region', { name: t('tasks.doing') })).toContainText('Buy green tea');
    await page.getByRole('button', { name: t('tasks.remove', { title: '写报告' }) }).click();
    await dialog.getByRole('button', { name: t('common.delete') }).click();
    await expect(rows(page)).toHaveText([/Buy green tea/]);
  });

  test('a citation opens the note at its block, from a part that is not loaded and after the note was edited', async ({
    journey: { page, t, account },
  }) => {
    const { api } = account;
    const made = await api.post('/api/notes', { data: { title: 'Owls of the parish', content: owls } });
    const note = await made.json();
    const { id: blockId } = note.blocks.find((block: { text: string }) => block.text.includes('hunts'));
    const href = `/notes/${note.id}#block-${blockId}`;
    const { id: session } = await (await api.post('/api/sessions/import', { data: longChat(href) })).json();
    await page.goto(`/chat/${session}`);
    const chip = lastAnswer(page).getByTestId('citation');
    await expect(chip).toHaveAccessibleName(
      t('knowledge.citation', { label: '1', name: 'Owls of the parish › Barns › Nights' }),
    );
    await expect(lastAnswer(page).getByTestId('unverified-source')).toContainText(t('knowledge.unverified'));
    const sources = lastAnswer(page).getByTestId('answer-sources');
    await sources.locator('summary').press('Enter');
    await expect(sources.getByRole('link')).toHaveText('Owls of the parish');

    const much = Array.from({ length: 60 }, (_, at) => `New paragraph ${at}.`).join('\n\n');
    const edited = owls.replace('# Barns', `# Barns\n\n${much}`).replace('after dusk', 'at night');
    await api.patch(`/api/notes/${note.id}`, { data: { content: edited } });
    await chip.click();
    await page.waitForURL(`**${href}`);
    const block = page.locator(`[id="block-${blockId}"]`);
    await expect(block).toContainText('hunts over the meadow at night');
    await expect(block).toBeInViewport();
    await expect(block).toHaveAttribute('data-cited', 'true');

    await api.patch(`/api/notes/${note.id}`, { data: { content: '# Barns\n\nNobody counts here.\n' } });
    await page.reload();
    await expect(page.getByTestId('note-preview')).toContainText(t('notes.editor.goneBlock'));
  });

  test('notes and files are searched by hand and by a model, whose answer cites what it found', async ({
    journey: { page, t, account },
  }) => {
    const { api } = account;
    const tea = { title: '茶的笔记', content: '# 绿茶\n\n龙井要用八十度的水冲泡，不要用开水。\n' };
    const [made] = await Promise.all([
      api.post('/api/notes', { data: tea }).then((answer) => answer.json()),
      page.goto('/settings/knowledge'),
    ]);
    const bar = page.getByRole('progressbar', { name: t('knowledge.kindsMany.note') });
    await expect(bar).toHaveAttribute('aria-valuenow', '1', { timeout: 45_000 });
    await page.getByRole('searchbox', { name: t('knowledge.search.label') }).fill('泡茶用多少度的水');
    await expect(page.getByTestId('knowledge-hit').first()).toContainText(tea.title);
    const { session } = await runOf(api, '/tool rag.search {"query":"龙井 水温"}');
    await page.goto(`/chat/${session}`);
    const chip = lastAnswer(page).getByTestId('citation').first();
    await expect(chip).toHaveAttribute('href', new RegExp(`^/notes/${made.id}#block-`));
    await page.getByTestId('tool-card').getByRole('button').first().click();
    await expect(page.getByTestId('rag-card').getByRole('link').first()).toContainText(tea.title);
    await chip.click();
    await expect(page.locator('[data-cited]')).toContainText('八十度');
  });
});
