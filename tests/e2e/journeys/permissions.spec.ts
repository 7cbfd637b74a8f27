import type { Page } from 'playwright/test';
import {
  ask,
  composerOf,
  expectEnded,
  lastAnswer,
  openCard,
  openChat,
  questionsOf,
  sendMessage,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expect, type Journey, journeys, openSidebar, test } from '@/tests/support/e2e-journey';
import { runOf } from '@/tests/support/e2e-runs';

const create = (title: string) => `/tool notes.create ${JSON.stringify({ title, content: 'text' })}`;

async function titlesOf({ account }: Journey): Promise<string[]> {
  const { items } = await (await account.api.get('/api/notes')).json();
  return items.map((note: { title: string }) => note.title).sort();
}

const card = (page: Page, words: string) => openCard(page).filter({ hasText: words });
const decided = (page: Page, state: string) => page.locator(`[data-testid=permission-card][data-state=${state}]`);

journeys('permissions', () => {
  test('several questions by keys, in any order: what, why, how risky, and what a yes would cover', async ({
    journey,
  }) => {
    const { page, t, narrow } = journey;
    await sendMessage(page, `${create('First \u202egnp.exe')}\n${create('Second')}\n${create('Third')}`);
    await expect(openCard(page)).toHaveCount(3);
    const first = card(page, 'First');
    await expect(first).toContainText(t('chat.permission.title', { tool: 'notes.create' }));
    await expect(first).toContainText('First U+202Egnp.exe');
    await expect(first).toContainText(t('chat.permission.riskMedium'));
    await expect(first).toContainText(t('chat.permission.whyNotesWrite'));
    // Silence is no consent, and the card says so.
    await expect(first).toContainText(t('chat.permission.waits'));

    // Never while typing.
    await composerOf(page).focus();
    await page.keyboard.press('1');
    await expect(composerOf(page)).toHaveValue('1');
    await composerOf(page).fill('');

    // One key reaches one card; arrows lead from card to card and from answer to answer.
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await expect(card(page, 'Second')).toBeFocused();
    await page.keyboard.press('1');
    await expect(openCard(page)).toHaveCount(2);
    await expect(card(page, 'Third')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(card(page, 'Third')).toContainText(t('chat.permission.sessionTool', { tool: 'notes.create' }));
    await expect(card(page, 'Third')).toContainText(t('chat.permission.sessionChat'));
    await page.keyboard.press('Escape');
    await expect(card(page, 'Third')).not.toContainText(t('chat.permission.sessionChat'));
    await page.keyboard.press('3');
    await page.keyboard.type('123 not today');
    await page.keyboard.press('Enter');
    await expect(openCard(page)).toHaveCount(1);
    await expect(first).toBeFocused();
    await page.keyboard.press('1');
    await expectEnded(page);
    if (!narrow) await expect(composerOf(page)).toBeFocused();
    expect(await titlesOf(journey)).toEqual(['First \u202egnp.exe', 'Second']);
    await expect(decided(page, 'denied')).toContainText('123 not today');
    await expect(toolCards(page).nth(2)).toHaveAttribute('data-state', 'denied');
    await expect(lastAnswer(page)).toContainText(/notes\.create → .*123 not today/);
  });

  test('detail: an "always allow" that leaks to other sessions or cannot be revoked', async ({ journey }) => {
    const { page, t } = journey;
    await sendMessage(page, create('One'));
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.session') })
      .click();
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.sessionConfirm'), exact: true })
      .click();
    await expectEnded(page);
    await expect(decided(page, 'allowed_session')).toHaveCount(1);
    await ask(page, create('Two'));
    await expect(toolCards(page).last()).toHaveAttribute('data-state', 'done');
    const address = page.url();

    const sidebar = await openSidebar(journey);
    await sidebar.getByRole('link', { name: t('layout.newChat') }).click();
    await expect(questionsOf(page)).toHaveCount(0);
    await sendMessage(page, create('Elsewhere'));
    await expect(openCard(page)).toBeVisible();

    await page.goto('/settings/permissions');
    await expect(page.getByText(t('settings.permissions.inChat'))).toBeVisible();
    await page.getByRole('button', { name: t('settings.permissions.revokeName', { name: 'notes.create' }) }).click();
    await expect(page.getByText(t('settings.permissions.noGrants'))).toBeVisible();
    await openChat(page, address, 2);
    await sendMessage(page, create('Three'));
    await expect(openCard(page)).toContainText('Three');
    expect(await titlesOf(journey)).toEqual(['One', 'Two']);
  });

  test('detail: a prompt invisible after reload', async ({ journey, openContext }) => {
    const { page, t, account } = journey;
    await sendMessage(page, create('Proposed'));
    await expect(openCard(page)).toBeVisible();
    await expect(page).toHaveURL(/\/chat\//);
    await page.reload();
    await expect(openCard(page)).toContainText('Proposed');
    await expect(page).toHaveTitle(new RegExp(t('chat.needsYouTitle', { count: 1 }).replace(/[()]/g, '\\$&')));

    // Someone who may only read has nothing to press.
    const session = page.url().split('/').at(-1);
    const shared = await account.api.post(`/api/sessions/${session}/shares`, { data: { include: { tools: true } } });
    const reader = await (await openContext()).newPage();
    await reader.goto((await shared.json()).url);
    await expect(reader.getByText('Proposed').first()).toBeVisible();
    for (const answer of ['once', 'session', 'deny'] as const) {
      await expect(reader.getByRole('button', { name: t(`chat.permission.${answer}`) })).toHaveCount(0);
    }

    // What runs is what was edited; another tab of the same person sees it decided.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await openCard(other)
      .getByRole('button', { name: t('chat.permission.edit') })
      .click();
    const field = openCard(other).getByLabel(t('chat.permission.editLabel'));
    await field.fill('{"title": ');
    await expect(openCard(other).getByRole('button', { name: t('common.save') })).toBeDisabled();
    await field.fill('{"title":"Edited","content":"text"}');
    await openCard(other)
      .getByRole('button', { name: t('common.save') })
      .click();
    await openCard(other)
      .getByRole('button', { name: t('chat.permission.once') })
      .click();
    await expectEnded(page);
    await expect(openCard(page)).toHaveCount(0);
    expect(await titlesOf(journey)).toEqual(['Edited']);
  });

  test('everything that waits is answered in one place', async ({ journey }) => {
    const { page, t, account } = journey;
    const { api } = account;
    await runOf(api, create('Milk'));
    await Promise.all(
      [create('Bread'), '/tool memory.save {"content":"The user likes tea"}'].map((input) => runOf(api, input)),
    );
    await page.goto('/inbox');
    await expect(openCard(page)).toHaveCount(2);
    await expect(page.getByText('The user likes tea', { exact: true })).toBeVisible();
    // The oldest is first; the keys reach it, and then the next one.
    await expect(openCard(page).first()).toContainText('Milk');
    await openCard(page).first().focus();
    await page.keyboard.press('1');
    await expect(openCard(page)).toHaveCount(1);
    await expect(openCard(page)).toBeFocused();
    await page.keyboard.press('3');
    await page.keyboard.type('not now');
    await page.keyboard.press('Enter');
    await expect(decided(page, 'denied')).toContainText('not now');
    await page.getByRole('button', { name: t('library.memories.accept') }).click();
    await expect(page.getByText(t('inbox.empty'))).toBeVisible();
    expect(await titlesOf(journey)).toEqual(['Milk']);
    // What is asked later comes without a reload.
    await runOf(api, create('Later'));
    await expect(openCard(page)).toContainText('Later');
  });
});
