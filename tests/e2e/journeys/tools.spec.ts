import type { Locator } from 'playwright/test';
import { ask, expectEnded, lastAnswer, openCard, questionsOf, sendMessage, toolCards } from '@/tests/support/e2e-chat';
import { expect, journeys, test } from '@/tests/support/e2e-journey';

const line = (name: string, args: object | string) =>
  `/tool ${name} ${typeof args === 'string' ? args : JSON.stringify(args)}`;
const headOf = (card: Locator) => card.getByRole('button').first();

journeys('tools', () => {
  test('a burst of steps is one headline, each step a line that says where it stands', async ({ journey }) => {
    const { page, t } = journey;
    const step = (name: string) => toolCards(page).and(page.locator(`[data-tool="${name}"]`));
    await sendMessage(
      page,
      [
        line('system.sleep', { ms: 1500 }),
        line('system.echo', { text: 'quick' }),
        line('math.add', { left: 'x' }),
        line('notes.create', '{"title":'),
        line('no.such.tool', {}),
      ].join('\n'),
    );
    const burst = page.getByTestId('tool-burst');
    await expect(burst).toContainText(t('chat.tool.steps', { count: 5 }));
    await expect(burst).toContainText(t('chat.tool.running'));
    await expect(toolCards(page)).toHaveCount(0);
    await burst.click();
    await expect(step('system.sleep')).toHaveAttribute('data-state', 'running');
    await expect(headOf(step('system.sleep'))).toContainText(/1\.\d/);
    await expectEnded(page);
    await expect(burst).toContainText(`3 × ${t('chat.tool.failed')}`);
    await expect(step('system.sleep')).toHaveAttribute('data-state', 'done');
    for (const [name, code] of [
      ['math.add', 'invalid_args'],
      ['notes.create', 'invalid_args'],
      ['no.such.tool', 'unknown_tool'],
    ] as const) {
      await expect(headOf(step(name))).toHaveAttribute('aria-expanded', 'false');
      await headOf(step(name)).click();
      await expect(step(name)).toContainText(t(`chat.tool.because.${code}`));
    }
    // What cannot be read is shown as it came.
    await expect(step('notes.create')).toContainText('{"title":');

    await sendMessage(page, line('system.sleep', { ms: 60_000 }));
    await expect(step('system.sleep').last()).toHaveAttribute('data-state', 'running');
    await page.getByTestId('stop').click();
    await expectEnded(page);
    await expect(toolCards(page).last()).toHaveAttribute('data-state', 'cancelled');
  });

  test('what went in and what came out, by the hint of the tool', async ({ journey }) => {
    const { page, t } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const long = 'a long line of words '.repeat(200);
    await sendMessage(
      page,
      [
        line('write_file', { file_path: 'plan.md', content: 'one\ntwo\n' }),
        line('system.echo', { text: long }),
        line('math.add', { left: 2, right: 40 }),
      ].join('\n'),
    );
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.once') })
      .click();
    await expectEnded(page);
    const [written, echoed, added] = [0, 1, 2].map((at) => toolCards(page).nth(at)) as [Locator, Locator, Locator];

    // A change.
    await headOf(written).click();
    await expect(written.getByTestId('file-change').locator('[data-kind=added]')).toHaveCount(2);

    // Text, of which only the beginning is shown until all of it is wanted.
    await headOf(echoed).click();
    const text = echoed.getByTestId('text-card');
    await text.getByRole('button', { name: t('chat.tool.showAll', { count: '' }).slice(0, 3) }).click();
    await expect(text).toContainText(long.trim());
    await text.getByRole('button', { name: t('chat.tool.copyResult') }).click();
    await expect.poll(clipboard).toBe(long);

    // Named arguments, or the JSON they are; the result as JSON.
    await headOf(added).click();
    await expect(added.getByRole('term')).toHaveText(['left', 'right']);
    await added.getByRole('button', { name: t('chat.tool.raw') }).click();
    await expect(added).toContainText('"right": 40');
    await added.getByRole('button', { name: t('chat.tool.copyArguments') }).click();
    await expect.poll(clipboard).toContain('"right": 40');

    // Once more, with the very arguments.
    await added.getByRole('button', { name: t('chat.tool.retry') }).click();
    await expect(questionsOf(page).last()).toContainText('"right": 40');
    await expectEnded(page);

    // A table.
    await ask(page, line('list_files', {}));
    const listed = lastAnswer(page).getByTestId('tool-card');
    await headOf(listed).click();
    await expect(listed.getByRole('cell', { name: 'plan.md' })).toBeVisible();
    await expect(listed.getByRole('columnheader').first()).toHaveText('path');
  });
});
