import type { APIRequestContext, Page } from 'playwright/test';
import { answersOf, ask, lastAnswer, english as t, textsOf, toolCards } from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const owls = {
  title: 'Owls of the parish',
  content: '# Barns\n\nNobody counts here.\n\n## Nights\n\nThe barn owl hunts over the meadow after dusk.\n',
};
const tea = { title: '茶的笔记', content: '# 绿茶\n\n龙井要用八十度的水冲泡，不要用开水。\n' };

/** Writes a note and waits until the search knows it. */
async function writeNote(api: APIRequestContext, note: { title: string; content: string }, query: string) {
  const made = await api.post('/api/notes', { data: note });
  expect(made.status()).toBe(201);
  const found = async () => {
    const answer = await api.get(`/api/knowledge/search?${new URLSearchParams({ q: query, mode: 'text' })}`);
    return answer.ok() ? (await answer.json()).hits.length : 0;
  };
  await expect.poll(found, { timeout: 30_000 }).toBeGreaterThan(0);
  return (await made.json()).id as string;
}

const search = (query: string) => `/tool rag.search ${JSON.stringify({ query })}`;

async function openLastCard(page: Page) {
  await toolCards(page).last().getByRole('button').first().click();
  return page.getByTestId('rag-card').last();
}

test('what was found is cited, and a citation opens the note at its block', async ({ chat: page, account }) => {
  const noteId = await writeNote(account.api, owls, 'owl');
  const answer = await ask(page, search('barn owl at dusk'));
  const card = await openLastCard(page);
  await expect(card.getByRole('link').first()).toContainText(owls.title);
  await expect(card).toContainText('hunts over the meadow');

  const chip = answer.getByTestId('citation').first();
  await expect(chip).toHaveText('1');
  await chip.focus();
  await expect(page.getByRole('tooltip')).toContainText(owls.title);
  const place = (await chip.getAttribute('href')) ?? '';
  expect(place).toMatch(new RegExp(`^/notes/${noteId}#block-`));

  // In a later message, too; a source that no tool returned is called what it is.
  await ask(page, `It stands there [1](${place}), not there [2](/notes/note_0000000000000000000000).`);
  await expect(lastAnswer(page).getByTestId('citation')).toHaveCount(1);
  await expect(lastAnswer(page).getByTestId('unverified-source')).toContainText(t('knowledge.unverified'));
  await expect(lastAnswer(page).getByRole('link', { name: '2' })).toHaveCount(0);

  await page.reload();
  await expect(answersOf(page)).toHaveCount(2);
  const sources = lastAnswer(page).getByTestId('answer-sources');
  await sources.locator('summary').press('Enter');
  await expect(sources.getByRole('link')).toHaveText(owls.title);
  await lastAnswer(page).getByTestId('citation').press('Enter');
  await page.waitForURL(`**${place}`);
  await expect(page.locator(`[id="${place.split('#')[1]}"]`)).toContainText('hunts over the meadow');
});

test('a file is opened at the line that is cited', async ({ chat: page, account }) => {
  const lines = Array.from({ length: 700 }, (_, at) => (at === 611 ? 'the quince tree bears fruit' : `row ${at + 1}`));
  const made = await account.api.post('/api/files', {
    multipart: { file: { name: 'orchard.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) } },
  });
  const { id } = await made.json();
  await page.goto(`/files/${id}#L612`);
  const marked = page.locator('[aria-current=location]');
  await expect(marked).toContainText('the quince tree bears fruit');
  await expect(marked).toBeInViewport();
  await page.getByRole('link', { name: t('knowledge.file.back') }).click();
  await page.getByRole('link', { name: 'orchard.txt', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'orchard.txt' })).toBeVisible();
});

test('a shared answer shows numbers and nothing of where they lead', async ({ chat: page, account, openContext }) => {
  const noteId = await writeNote(account.api, owls, 'owl');
  await ask(page, search('barn owl'));
  await page.getByTestId('share-button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: t('sharing.tools') }).click();
  await dialog.getByRole('button', { name: t('sharing.create') }).click();
  const url = await dialog.getByRole('status', { name: t('sharing.createdTitle') }).textContent();
  const reader = await (await openContext()).newPage();
  await reader.goto(url ?? '');
  await expect(reader.getByRole('article').last()).toContainText('[1]');
  expect(await reader.content()).not.toContain(`/notes/${noteId}`);
  await expect(reader.getByTestId('citation')).toHaveCount(0);
});

for (const [colorScheme, locale] of [
  ['dark', 'zh-CN'],
  ['light', 'en'],
] as const) {
  test(`the page of the knowledge on a phone, ${colorScheme}, ${locale}`, async ({ account, openContext }) => {
    await writeNote(account.api, tea, '龙井');
    const words = textsOf(locale);
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const page = await (
      await openContext({ ...phone, colorScheme, locale, storageState: account.storageState })
    ).newPage();
    await page.goto('/settings/knowledge');
    const bar = page.getByRole('progressbar', { name: words('knowledge.kindsMany.note') });
    await expect(bar).toHaveAttribute('aria-valuenow', '1');
    await page.getByRole('searchbox', { name: words('knowledge.search.label') }).fill('泡茶用多少度的水');
    await expect(page.getByTestId('knowledge-hit').first()).toContainText(tea.title);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: words('knowledge.index.rebuild') }).click();
    await expect(bar).toHaveAttribute('aria-valuenow', '1', { timeout: 30_000 });
    await page.goto('/');
    const answer = await ask(page, search('龙井 水温'));
    await expect(answer.getByTestId('citation').first()).toBeVisible();
    await openLastCard(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
