import type { Locator } from 'playwright/test';
import { lastAnswer, openChat, questionsOf } from '@/tests/support/e2e-chat';
import { expect, journeys, test } from '@/tests/support/e2e-journey';
import { runOf } from '@/tests/support/e2e-runs';
import { deepSeekText } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

const numbersIn = (text: string) => (text.match(/\d[\d,]*/g) ?? []).map((found) => Number(found.replaceAll(',', '')));

/** The numbers of a list of facts, by what they are called. */
async function figuresOf(dialog: Locator): Promise<number[]> {
  const texts = await dialog.locator('dd').allTextContents();
  return texts.flatMap((text) => numbersIn(text).slice(0, 1));
}

journeys('context', () => {
  test('a conversation shows what fills the window, what it cost, and a fold that is edited and undone', async ({
    journey: { page, t, account },
    wire,
  }) => {
    const { api } = account;
    await api.put('/api/providers/mock', { data: { models: { 'mock-1': { context_window: 6_000 } } } });
    await api.put('/api/providers/deepseek', { data: { api_key: deepSeekKey, base_url: wire.deepSeek.origin } });
    await api.put('/api/settings', { data: { 'context.keepRecentTurns': 1 } });
    const long = (name: string) => `${name}: ${'plenty of words about gardens '.repeat(120)}`;
    const said = (role: string, content: string) => ({ role, content, timestamp: 1_000 });
    const before = ['First', 'Second', 'Third'].flatMap((name) => [
      said('user', long(name)),
      said('assistant', 'Yes.'),
    ]);
    const file = { format: 'metona.session', version: 1, session: { title: 'Gardens' }, messages: before };
    const { id: session } = await (await api.post('/api/sessions/import', { data: file })).json();
    await runOf(api, long('Fourth'), { session_id: session });
    wire.deepSeek.enqueue(deepSeekText('Short.', 'Roses.'));
    const priced = { session_id: session, provider_id: 'deepseek', model: 'deepseek-flash', allowed_tools: [] };
    await runOf(api, 'Which flowers?', priced);
    await openChat(page, `/chat/${session}`, 5);

    // Each message has its tokens and its cost, and the conversation the sum of them.
    const cost = lastAnswer(page).getByTestId('answer-cost');
    await expect(cost).toHaveText(/\d/);
    await expect(lastAnswer(page)).toContainText(t('chat.meta.tokens', { count: '42' }));
    await page.getByTestId('session-cost').click();
    const sums = page.getByRole('dialog', { name: t('branching.spend.title') });
    await expect(sums).toContainText((await cost.textContent()) ?? '');
    const [input = 0, output = 0, total = 0] = await figuresOf(sums);
    expect([total, total > 42]).toEqual([input + output, true]);
    await page.keyboard.press('Escape');

    // The parts are what is used of the window, and with what is free they are the window.
    const gauge = page.getByTestId('context-gauge');
    await expect(gauge).toHaveAccessibleName(/%/);
    await gauge.press('Enter');
    const context = page.getByRole('dialog', { name: t('branching.context.title') });
    for (const part of ['system', 'memories', 'history', 'tools', 'files'] as const)
      await expect(context.getByText(t(`branching.context.${part}`), { exact: true })).toBeVisible();
    const [used = 0, window = 0] = numbersIn((await context.locator('p').first().textContent()) ?? '').toSorted(
      (left, right) => left - right,
    );
    const parts = await figuresOf(context);
    const sum = (figures: readonly number[]) => figures.reduce((left, right) => left + right, 0);
    expect([sum(parts.slice(0, 5)), sum(parts)]).toEqual([used, window]);
    await page.keyboard.press('Escape');
    await expect(gauge).toBeFocused();

    // Where turns were folded there is a line, which opens to what the model is told of them.
    const marker = page.getByTestId('summary-message').and(page.locator('[data-current=true]'));
    await expect(marker).toHaveCount(1);
    const title = marker.getByRole('button', { name: t('chat.summary.title') });
    await title.click();
    await expect(marker).toContainText(t('chat.summary.text'));
    await marker.getByRole('button', { name: t('chat.summary.edit') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('chat.summary.label')).fill('They talked about gardens.');
    await dialog.getByRole('button', { name: t('common.save') }).click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await title.click();
    await expect(marker).toContainText('They talked about gardens.');
    const marks = await page.getByTestId('summary-message').count();
    await marker.getByRole('button', { name: t('chat.summary.undo') }).click();
    await dialog.getByRole('button', { name: t('chat.summary.undo') }).click();
    await expect(page.getByTestId('summary-message')).toHaveCount(marks - 1);
    await expect(page.getByText('They talked about gardens.')).toHaveCount(0);
    await expect(questionsOf(page)).toHaveCount(5);
  });
});
