import AxeBuilder from '@axe-core/playwright';
import { ask, english, expectEnded, openCard, sendMessage, textsOf, toolCards } from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

const table = {
  name: 'sales.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `month,city,amount\n${['Jan', 'Feb', 'Mar'].map((month, at) => `${month},Köln,${at * 40 + 10}`).join('\n')}\n`,
  ),
};
const line = (name: string, args: object) => `/tool ${name} ${JSON.stringify(args)}`;

test('a table is described, asked and drawn, and a program runs after a yes', async ({ chat: page }) => {
  await page.locator('input[type=file]').setInputFiles([table]);
  await expect(page.getByTestId('attached-file')).toHaveAttribute('data-state', 'ready');
  await ask(page, line('analyze_csv', { file_path: 'sales.csv' }));
  await toolCards(page).last().getByRole('button').first().click();
  const report = page.getByTestId('csv-report-card');
  await expect(report).toContainText(english('data.report.shape', { rows: 3, columns: 3 }));
  await expect(report.getByRole('row')).toHaveCount(4);

  const sql = 'SELECT month, amount FROM sales';
  await ask(page, line('query_data', { sql, chart: { type: 'bar', x: 'month', y: 'amount' } }));
  await toolCards(page).last().getByRole('button').first().click();
  const query = page.getByTestId('query-table-card');
  await expect(query.getByRole('img')).toHaveAccessibleName(/3 values from 0 to 90/);
  await expect(query.locator('svg rect')).toHaveCount(3);
  await expect(query.getByRole('cell', { name: '90' })).toBeVisible();

  await sendMessage(page, line('run_code', { code: 'console.warn("careful"); typeof process' }));
  await openCard(page)
    .getByRole('button', { name: english('chat.permission.once') })
    .click();
  await expectEnded(page);
  await toolCards(page).last().getByRole('button').first().click();
  const program = page.getByTestId('code-console-card');
  await expect(program).toContainText('careful');
  await expect(program).toContainText('undefined');
  await ask(page, line('calculate', { expression: '0.1 + 0.2' }));
  await expect(page.getByTestId('message-assistant').last()).toContainText('0.1 + 0.2 = 0.3');
});

test('the cards of data fit a narrow screen, in the dark and in Chinese', async ({ account, openContext }) => {
  const t = textsOf('zh-CN');
  const viewport = { width: 360, height: 740 };
  const context = await openContext({
    storageState: account.storageState,
    viewport,
    locale: 'zh-CN',
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('input[type=file]').setInputFiles([table]);
  await expect(page.getByTestId('attached-file')).toHaveAttribute('data-state', 'ready');
  await ask(page, line('query_data', { sql: 'SELECT * FROM sales', chart: { type: 'line', x: 'month', y: 'amount' } }));
  await toolCards(page).last().getByRole('button').first().click();
  const card = page.getByTestId('query-table-card');
  await expect(card.getByRole('img')).toHaveAccessibleName(
    new RegExp(t('data.chart.line', { x: 'month', y: 'amount' })),
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  const { violations } = await new AxeBuilder({ page }).include('[data-testid=query-table-card]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
