import type { Page } from 'playwright/test';
import { ask, lastAnswer, openChat, openThoughts, preferModel, english as t } from '@/tests/support/e2e-chat';
import { hostileMarkdown } from '@/tests/support/e2e-hostile-markdown';
import { expect, test } from '@/tests/support/e2e-test';
import { deepSeekText } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

/** The elements and addresses the hostile text tried to make are not there; the guard watches what they would have done. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.locator('#content').evaluate((content) => {
    const all = [...content.querySelectorAll('*')];
    // Diagrams have frames, with nothing but scripts in them and an address of ours.
    const isDiagram = (element: Element) =>
      element.getAttribute('sandbox') === 'allow-scripts' && element.getAttribute('src') === '/diagram/frame';
    const made = all.filter(
      (element) =>
        /^(script|iframe|object|embed|link|style|base|meta|form|video|audio)$/.test(element.localName) &&
        !isDiagram(element),
    );
    const handled = all.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')));
    const addressed = all.filter((element) => {
      const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
      return /^\s*(javascript|vbscript|data:text)/i.test(address);
    });
    return [...made, ...handled, ...addressed].map((element) => element.outerHTML.slice(0, 120));
  });
  expect(found).toEqual([]);
}

test('check 47 48 54 55: hostile text stays text, in the chat and on a shared page', async ({
  chat: page,
  account,
  wire,
  openContext,
}) => {
  // What a person writes, and what the mock says back.
  for (const line of [
    '<img src=x onerror=alert(1)> ![p](https://elsewhere.example/p.png)',
    '[x](javascript:alert(1))',
  ]) {
    await ask(page, line);
    await expect(page.getByTestId('message-user').last()).toContainText(line);
  }
  await ask(page, `/tool system.echo ${JSON.stringify({ text: '<img src=x onerror=alert(2)>' })}`);
  await page.getByTestId('tool-card').last().getByRole('button').first().click();
  await expectHarmless(page);

  // What a model writes.
  const saved = await account.api.put('/api/providers/deepseek', {
    data: { api_key: deepSeekKey, base_url: wire.deepSeek.origin },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await preferModel(page.context(), 'deepseek', 'deepseek-flash');
  await openChat(page, page.url(), 3);
  wire.deepSeek.enqueue(deepSeekText(hostileMarkdown, hostileMarkdown));
  await ask(page, 'Write something terrible');
  await expect(lastAnswer(page)).toContainText('<script>alert(1)</script>');
  await openThoughts(page.getByTestId('thinking-card'));
  await expectHarmless(page);
  const link = lastAnswer(page).getByRole('link', { name: 'https://good.example' });
  await expect(lastAnswer(page)).toContainText('(elsewhere.example');
  await link.first().click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('elsewhere.example');
  await question.getByRole('button', { name: t('chat.link.stay') }).click();

  await page.getByTestId('share-button').click();
  const dialog = page.getByRole('dialog');
  for (const name of [t('sharing.thinking'), t('sharing.tools')]) await dialog.getByRole('switch', { name }).click();
  await dialog.getByRole('button', { name: t('sharing.create') }).click();
  const url = (await dialog.getByRole('status', { name: t('sharing.createdTitle') }).textContent()) ?? '';

  const reader = await (await openContext()).newPage();
  await reader.goto(url);
  const shared = reader.getByRole('article', { name: t('sharing.assistant') }).last();
  await expect(shared.getByText('<script>alert(1)</script>').last()).toBeVisible();
  const folds = await reader.locator('article button[aria-expanded=false]').elementHandles();
  for (const fold of folds) await fold.click();
  await expectHarmless(reader);
});
