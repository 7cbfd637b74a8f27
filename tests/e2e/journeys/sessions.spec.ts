import type { Locator, Page } from 'playwright/test';
import {
  answersOf,
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  openCard,
  questionsOf,
  sendMessage,
} from '@/tests/support/e2e-chat';
import { importChat, runElsewhere } from '@/tests/support/e2e-conversations';
import { expect, type Journey, journeys, openSidebar, test } from '@/tests/support/e2e-journey';

const titled = (within: Locator, title: string) => within.getByTestId('session-item').filter({ hasText: title });

/** Chooses from the menu of a chat in the side bar. */
async function choose({ page, t }: Journey, item: Locator, action: 'rename' | 'pin' | 'delete') {
  await item.hover();
  await item.getByRole('button').click();
  await page.getByRole('menuitem', { name: t(`chat.sessions.${action}`), exact: true }).click();
}

const talkOf = (length: number, needle: string) =>
  Array.from({ length }, (_, at) => {
    const role = at % 2 === 0 ? ('user' as const) : ('assistant' as const);
    return [role, at === 11 ? `Far up: ${needle} is kept.` : `Line ${at} of a long talk.`] as const;
  });

const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => (range as Range).toString()));

journeys('sessions', () => {
  test('each chat says how it stands, gets a name, a place on top and an end', async ({ journey }) => {
    const { page, t, account } = journey;
    await Promise.all([
      runElsewhere(account.api, 'finished unseen'),
      runElsewhere(account.api, 'went wrong', { model: 'mock-fail-401', until: 'failed' }),
      runElsewhere(account.api, '/tool notes.create {"title":"x","content":"y"}', { until: 'waiting_permission' }),
      runElsewhere(account.api, '/tool system.sleep {"ms":60000}', { until: 'running' }),
    ]);
    await page.reload();
    let sidebar = await openSidebar(journey);
    const states = [
      ['finished unseen', 'fresh', t('chat.sessions.fresh')],
      ['went wrong', 'failed', t('chat.sessions.failed')],
      ['notes.create', 'needs_you', t('chat.sessions.needsYou')],
      ['system.sleep', 'running', t('chat.sessions.running')],
    ] as const;
    for (const [title, state, label] of states) {
      await expect(titled(sidebar, title)).toHaveAttribute('data-state', state);
      await expect(titled(sidebar, title)).toContainText(`(${label})`);
    }
    await expect(sidebar.getByRole('region', { name: t('chat.sessions.needsYou') })).toContainText('notes.create');

    // What has been looked at is new nowhere any more.
    await titled(sidebar, 'finished unseen').getByRole('link').click();
    await expect(lastAnswer(page)).toContainText('finished unseen');
    const seen = async () =>
      (await (await account.api.get('/api/sessions')).json()).items.some((one: { unseen: boolean }) => one.unseen);
    await expect.poll(seen).toBe(true);
    sidebar = await openSidebar(journey);
    await expect(titled(sidebar, 'finished unseen')).toHaveAttribute('data-state', 'calm');

    await choose(journey, titled(sidebar, 'finished unseen'), 'rename');
    await sidebar.getByLabel(t('chat.sessions.renameLabel')).fill('周末计划');
    await page.keyboard.press('Enter');
    await choose(journey, titled(sidebar, '周末计划'), 'pin');
    await expect(sidebar.getByRole('region', { name: t('chat.sessions.pinned') })).toContainText('周末计划');
    await choose(journey, titled(sidebar, 'went wrong'), 'delete');
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
    await dialog.getByRole('button', { name: t('chat.sessions.delete') }).click();
    await expect(titled(sidebar, 'went wrong')).toHaveCount(0);

    await titled(sidebar, 'notes.create').getByRole('link').click();
    await expect(openCard(page)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(t('chat.needsYouTitle', { count: '1' }).replace(/[()]/g, '\\$&')));
  });

  test('a chat that is no more says so, and what was written in it goes along to a new one', async ({ journey }) => {
    const { page, t, account } = journey;
    const id = await importChat(account.api, 'Not for long', talkOf(4, 'nothing'));
    await page.goto(`/chat/${id}`);
    await expect(questionsOf(page)).toHaveCount(2);
    await composerOf(page).fill('half a thought\n半个想法');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('half a thought');
    expect((await account.api.delete(`/api/sessions/${id}`)).ok()).toBe(true);

    await page.reload();
    await expect(page.getByRole('heading', { name: t('chat.missing.title') })).toBeVisible();
    const missing = page.getByTestId('chat-missing');
    await expect(missing).toContainText('半个想法');
    await expect(page.getByTestId('share-button')).toHaveCount(0);
    await expect(composerOf(page)).toHaveCount(0);
    await missing.getByRole('link', { name: t('chat.newTitle') }).press('Enter');
    await expect(page).toHaveURL(/\/$/);
    await expect(composerOf(page)).toHaveValue('half a thought\n半个想法');
  });

  test('what was said long ago is found in both scripts, and shown where it stands', async ({ journey }) => {
    const { page, t, account } = journey;
    const needle = journey.reader.locale === 'en' ? 'the blue teapot' : '青花瓷茶壶';
    const id = await importChat(account.api, 'A long talk', talkOf(140, needle));
    await page.reload();

    for (const again of [false, true]) {
      const sidebar = await openSidebar(journey);
      await sidebar.getByRole('searchbox', { name: t('chat.sessions.search') }).fill(needle.slice(0, -1));
      await sidebar.getByTestId('search-hit').filter({ hasText: 'Far up' }).click();
      const found = answersOf(page).filter({ hasText: `Far up: ${needle}` });
      await expect(found).toBeInViewport();
      await expect.poll(() => marked(page)).toEqual([needle.slice(0, -1)]);
      await expect(page).toHaveURL(new RegExp(`${id}$`));
      if (again) return;
      // Away from it and back: the same hit leads there once more.
      await page.getByTestId('jump-to-newest').click();
      await expect(found).not.toBeInViewport();
    }
  });
});

test('a chat of 2,000 messages opens with no more than one of 40, and its first words are found', async ({
  chat: page,
  account,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const opened = async (id: string) => {
    asked.length = 0;
    await page.goto(`/chat/${id}`);
    await expect(lastAnswer(page)).toBeInViewport();
    const requests = asked.filter((path) => path.endsWith('/messages')).length;
    return { requests, questions: await questionsOf(page).count() };
  };
  const short = await opened(await importChat(account.api, 'A short talk', talkOf(40, 'a red cup')));
  const id = await importChat(account.api, 'A long talk', talkOf(2_000, 'the blue teapot'));
  expect(await opened(id)).toEqual(short);
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('blue teapot');
  await page.getByTestId('search-hit').click();
  await expect(answersOf(page).filter({ hasText: 'the blue teapot' })).toBeInViewport();
  await expect.poll(() => marked(page)).toEqual(['blue teapot']);
  // What lies between is there as soon as it is wanted, and not before.
  expect(await questionsOf(page).count()).toBeLessThan(200);
});

test('detail: a search hit that does not jump', async ({ chat: page, account }) => {
  const { api } = account;
  // On another branch, in the words that steered an answer, in a chat that is busy, and by keyboard.
  await ask(page, 'alpha kumquat');
  await questionsOf(page).first().hover();
  await page.getByRole('button', { name: 'Edit and send again' }).click();
  await page.getByTestId('composer').fill('beta question');
  await page.getByTestId('composer').press('Enter');
  await expect(questionsOf(page)).toHaveText([/beta question/]);
  await expectEnded(page);
  const search = page.getByRole('searchbox', { name: 'Search chats' });
  await search.fill('kumquat');
  await expect(page.getByTestId('search-hit').first()).toBeVisible();
  await page.getByTestId('search-hit').filter({ hasText: 'alpha' }).last().click();
  await expect(questionsOf(page).first()).toContainText('alpha kumquat');
  await expect(questionsOf(page).first()).toBeInViewport();

  await search.fill('');
  await page.getByRole('link', { name: 'New chat' }).click();
  await expect(questionsOf(page)).toHaveCount(0);
  await sendMessage(page, '/tool system.sleep {"ms":1500}');
  await page.getByTestId('composer').fill('and the persimmon');
  await page.getByTestId('composer').press('Enter');
  await page.getByRole('button', { name: 'Tell it now, without waiting for the answer to end' }).click();
  const steered = page.getByTestId('message-steered');
  await expect(steered).toBeVisible();
  await expectEnded(page);
  await expect(page).toHaveURL(/\/chat\//);
  await runElsewhere(api, '/tool notes.create {"title":"x","content":"y"}', {
    session: page.url().split('/').at(-1) ?? '',
    until: 'waiting_permission',
  });
  await page.goto('/');
  await search.fill('persimmon');
  // The newest is first: the answer, which repeats what it was told.
  await expect(page.getByTestId('search-hit')).toHaveCount(2);
  await page.getByTestId('search-hit').last().click();
  await expect(steered).toBeInViewport();
  await expect(openCard(page)).toBeVisible();
  await expect.poll(() => marked(page)).toContain('persimmon');
});
