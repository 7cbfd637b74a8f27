import type { APIRequestContext, Page } from 'playwright/test';
import { ask, lastAnswer, questionsOf } from '@/tests/support/e2e-chat';
import { expect, journeys, test } from '@/tests/support/e2e-journey';
import { runOf } from '@/tests/support/e2e-runs';

const propose = (content: string) => `/tool memory.save ${JSON.stringify({ content })}`;
const rowOf = (page: Page, content: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: content });

async function remembered(api: APIRequestContext): Promise<string[]> {
  const { items } = await (await api.get('/api/memories?status=active')).json();
  return items.map((memory: { content: string }) => memory.content).sort();
}

journeys('memory', () => {
  test('proposals are decided, and memories searched, traced to their message, edited, forgotten and turned off', async ({
    journey: { page, t, account },
  }) => {
    const { api } = account;
    const { session } = await runOf(api, propose('The user has a cat'));
    await runOf(api, propose('The user has a dog'), { session_id: session });
    for (const name of ['Long', 'Longer'])
      await runOf(api, `${name}: ${'words about gardens '.repeat(150)}`, { session_id: session });
    await api.post('/api/memories', { data: { type: 'semantic', content: '用户喜欢喝绿茶' } });
    await page.goto('/inbox');
    await rowOf(page, 'The user has a dog')
      .getByRole('button', { name: t('library.memories.refuse') })
      .click();
    await expect(rowOf(page, 'The user has a dog')).toHaveCount(0);
    await page.goto('/memories');
    await rowOf(page, 'The user has a cat')
      .getByRole('button', { name: t('library.memories.accept') })
      .click();
    await expect(page.getByText(t('library.memories.proposed'), { exact: true })).toHaveCount(0);

    const search = page.getByRole('main').getByRole('searchbox');
    await search.fill('绿茶');
    await expect(rowOf(page, 'The user has a cat')).toHaveCount(0);
    await rowOf(page, '用户喜欢喝绿茶')
      .getByRole('button', { name: t('common.edit') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('library.memories.content')).fill('用户喜欢喝红茶');
    await dialog.getByRole('button', { name: t('common.save') }).click();
    await expect(dialog).toHaveCount(0);
    await search.fill('红茶');
    await rowOf(page, '用户喜欢喝红茶')
      .getByRole('button', { name: t('library.memories.forget') })
      .click();
    await dialog.getByRole('button', { name: t('library.memories.forget') }).click();
    await expect(page.getByText(t('library.memories.noHits', { query: '红茶' }))).toBeVisible();
    expect(await remembered(api)).toEqual(['The user has a cat']);

    await page.getByLabel(t('library.memories.mode')).selectOption('off');
    await expect(page.getByText(t('library.memories.modeOffHint'))).toBeVisible();
    await search.fill('');
    await rowOf(page, 'The user has a cat')
      .getByRole('link', { name: t('library.memories.toChat') })
      .click();
    const source = questionsOf(page).filter({ hasText: 'The user has a cat' });
    await expect(source).toBeInViewport();
    await expect(questionsOf(page).last()).not.toBeInViewport();
    await ask(page, 'Does the user have a cat?');
    await expect(page.getByTestId('recalled-memories')).toHaveCount(0);
  });

  test('an answer shows the memories it used, and a proposal is decided where it was made', async ({
    journey: { page, t, account },
  }) => {
    const { api } = account;
    const tea = { type: 'semantic', content: 'The user drinks green tea', importance: 0.9 };
    await api.post('/api/memories', { data: tea });
    await ask(page, 'Which green tea does the user drink?');
    const chips = lastAnswer(page).getByTestId('recalled-memories');
    await expect(chips).toContainText(t('chat.memory.recalled', { count: 1 }));
    await expect(page).toHaveURL(/\/chat\//);
    await page.reload();
    await chips.getByRole('button').click();
    await chips.getByRole('button', { name: t('library.memories.editTitle') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('library.memories.content')).fill('The user drinks black tea');
    await dialog.getByRole('button', { name: t('common.save') }).click();
    await expect(chips).toContainText(t('chat.memory.changed', { content: 'The user drinks black tea' }));
    await expect(chips.getByRole('link', { name: t('chat.memory.manage') })).toHaveAttribute('href', '/memories');

    for (const [content, answer, settled] of [
      ['The user has a cat', 'accept', 'kept'],
      ['The user has a dog', 'refuse', 'gone'],
    ] as const) {
      await ask(page, propose(content));
      const proposal = page.getByTestId('memory-proposal');
      await expect(proposal).toContainText(content);
      await proposal.getByRole('button', { name: t(`library.memories.${answer}`) }).click();
      await expect(page.getByTestId('memory-settled').last()).toContainText(t(`chat.memory.${settled}`));
    }
    expect(await remembered(api)).toEqual(['The user drinks black tea', 'The user has a cat']);
  });
});
