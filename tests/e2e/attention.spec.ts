import type { APIRequestContext, Page } from 'playwright/test';
import { locales } from '@/lib/i18n';
import {
  ask,
  lastAnswer,
  openCard,
  questionsOf,
  sendMessage,
  english as t,
  textsOf,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, test } from '@/tests/support/e2e-test';

const create = (title: string) => `/tool notes.create ${JSON.stringify({ title, content: 'text' })}`;
const propose = (content: string) => `/tool memory.save ${JSON.stringify({ content })}`;

/** Starts a run over the API and waits until it has ended or waits for a person. */
async function runOf(
  api: APIRequestContext,
  input: string,
  session?: string,
): Promise<{ id: string; session: string }> {
  const more = session === undefined ? {} : { session_id: session };
  const order = { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'], ...more };
  const made = await api.post('/api/agent/runs', { data: order });
  expect(made.status(), await made.text()).toBe(201);
  const { id, session_id } = await made.json();
  const status = async () => (await (await api.get(`/api/agent/runs/${id}`)).json()).status;
  await expect.poll(status, { timeout: 20_000 }).toMatch(/completed|waiting_permission/);
  return { id, session: session_id };
}

const waitingCount = (page: Page) => page.getByTestId('waiting-count');

for (const locale of locales) {
  test(`what waits is answered in one place, in ${locale}`, async ({ account, openContext }) => {
    const say = textsOf(locale);
    const { api } = account;
    await runOf(api, create('Milk'));
    await runOf(api, create('Bread'));
    await runOf(api, propose('The user likes tea'));
    const page = await (await openContext({ storageState: account.storageState, locale })).newPage();
    await page.goto('/inbox');
    await expect(openCard(page)).toHaveCount(2);
    await expect(page.getByText('The user likes tea', { exact: true })).toBeVisible();
    await expect(waitingCount(page)).toContainText('3');
    await expectAccessible(page);

    // The oldest is first; the keys reach it, and then the next one.
    await expect(openCard(page).first()).toContainText('Milk');
    await openCard(page).first().focus();
    await page.keyboard.press('1');
    await expect(openCard(page)).toHaveCount(1);
    await expect(openCard(page)).toBeFocused();
    await page.keyboard.press('3');
    await page.keyboard.type('not now');
    await page.keyboard.press('Enter');
    await expect(openCard(page)).toHaveCount(0);
    await expect(page.locator('[data-testid=permission-card][data-state=denied]')).toContainText('not now');
    await page.getByRole('button', { name: say('library.memories.accept') }).click();
    await expect(page.getByText(say('inbox.empty'))).toBeVisible();
    await expect(waitingCount(page)).toHaveCount(0);

    const notes = await (await api.get('/api/notes')).json();
    expect(notes.items.map((note: { title: string }) => note.title)).toEqual(['Milk']);
    const memories = await (await api.get('/api/memories?status=active')).json();
    expect(memories.items.map((memory: { content: string }) => memory.content)).toEqual(['The user likes tea']);

    // What is asked later comes without a reload.
    await runOf(api, create('Later'));
    await expect(openCard(page)).toContainText('Later');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });
}

test('a fold is seen where it happened, edited and undone', async ({ account, chat: page }) => {
  test.setTimeout(90_000);
  const { api } = account;
  await api.put('/api/providers/mock', { data: { models: { 'mock-1': { context_window: 6_000 } } } });
  await api.put('/api/settings', { data: { 'context.keepRecentTurns': 1 } });
  const long = (name: string) => `${name}: ${'plenty of words about gardens '.repeat(120)}`;
  const { session } = await runOf(api, long('First'));
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) await runOf(api, long(name), session);

  await page.goto(`/chat/${session}`);
  const marker = page.getByTestId('summary-message').and(page.locator('[data-current=true]'));
  await expect(marker).toHaveCount(1);
  await expect(questionsOf(page)).toHaveCount(5);
  await marker.getByRole('button', { name: t('chat.summary.title') }).click();
  await expect(marker).toContainText(t('chat.summary.text'));
  await expectAccessible(page);
  await marker.getByRole('button', { name: t('chat.summary.edit') }).click();
  await page.getByRole('dialog').getByLabel(t('chat.summary.label')).fill('They talked about gardens.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(marker).toContainText('They talked about gardens.');

  await page.reload();
  await marker.getByRole('button', { name: t('chat.summary.title') }).click();
  await expect(marker).toContainText('They talked about gardens.');
  const before = await page.getByTestId('summary-message').count();
  await marker.getByRole('button', { name: t('chat.summary.undo') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chat.summary.undo') })
    .click();
  await expect(page.getByTestId('summary-message')).toHaveCount(before - 1);
  await expect(page.getByText('They talked about gardens.')).toHaveCount(0);
  await page.reload();
  await expect(questionsOf(page)).toHaveCount(5);
  await expect(page.getByTestId('summary-message')).toHaveCount(before - 1);
});

test('memories are seen where they were used, and proposals decided where they were made', async ({
  account,
  chat: page,
}) => {
  const { api } = account;
  await api.post('/api/memories', {
    data: { type: 'semantic', content: 'The user drinks green tea', importance: 0.9 },
  });
  await ask(page, 'Which green tea does the user drink?');
  const chips = lastAnswer(page).getByTestId('recalled-memories');
  await expect(chips).toContainText('The user drinks green tea');
  await expect(page).toHaveURL(/\/chat\//);
  await page.reload();
  await chips.getByRole('button').click();
  await expect(chips.getByRole('listitem')).toHaveText(['The user drinks green tea']);
  await expect(chips.getByRole('link', { name: t('chat.memory.manage') })).toHaveAttribute('href', '/memories');

  for (const [content, answer] of [
    ['The user has a cat', 'accept'],
    ['The user has a dog', 'refuse'],
  ] as const) {
    await ask(page, propose(content));
    const proposal = page.getByTestId('memory-proposal');
    await expect(proposal).toContainText(content);
    await expectAccessible(page);
    await proposal.getByRole('button', { name: t(`library.memories.${answer}`) }).click();
    await expect(proposal).toHaveCount(0);
  }
  await expect(page.getByTestId('memory-settled')).toContainText([t('chat.memory.kept'), t('chat.memory.gone')]);
  const kept = await (await api.get('/api/memories?status=active')).json();
  expect(kept.items.map((memory: { content: string }) => memory.content).sort()).toEqual([
    'The user drinks green tea',
    'The user has a cat',
  ]);
});

test('a run is inspected from its answer and from a tool', async ({ chat: page }) => {
  await sendMessage(page, create('Traced'));
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await lastAnswer(page)
    .getByRole('link', { name: t('chat.meta.trace') })
    .click();
  await expect(page.getByRole('heading', { name: t('trace.title') })).toBeVisible();
  const spans = page.getByTestId('trace-span');
  const kinds = () => spans.evaluateAll((all) => all.map((span) => (span as HTMLElement).dataset.kind).sort());
  await expect.poll(kinds).toEqual(['attempt', 'attempt', 'tool', 'wait']);
  const first = spans.and(page.locator('[data-kind=attempt]')).first();
  await first.locator('summary').click();
  await first.getByRole('button', { name: t('trace.request.title') }).click();
  await expect(first).toContainText('notes.create');
  await expect(first).toContainText(t('trace.request.system'));
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1180, height: 800 });

  await page.getByRole('link', { name: t('trace.back') }).click();
  await toolCards(page).getByRole('button').first().click();
  await toolCards(page)
    .getByRole('link', { name: t('chat.tool.inTrace') })
    .click();
  const tool = spans.and(page.locator('[data-kind=tool]'));
  await expect(tool).toContainText(t('trace.args'));
  await expect(tool).toContainText('Traced');
});
