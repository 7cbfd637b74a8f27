import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  expectEnded,
  openCard,
  openThoughts,
  preferModel,
  questionsOf,
  sendMessage,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';
import { deepSeekCall } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

const mostBytes = 300_000;
const thoughts =
  'Two prices to add: 1.20 and 2.80. The note changes something of theirs, so I have to ask before I write it.';
const note = { title: 'Groceries', content: '- milk: 1.20\n- bread: 2.80\n\nTogether: 4.00' };
const wanted = [
  { name: 'math_add', args: { left: 1.2, right: 2.8 } },
  { name: 'notes_create', args: note },
];

/** Looks at the product as the README shows it; `scripts/screenshots.mjs` says where the pictures are kept. */
test('the pictures of the README show thinking, a tool and a question', async ({
  account,
  openContext,
  wire,
}, testInfo) => {
  const folder = process.env.METONA_PICTURES ?? testInfo.outputDir;
  const renamed = await account.api.patch('/api/account', { data: { name: 'Ada' } });
  expect(renamed.status(), await renamed.text()).toBe(200);
  const context = await openContext({ storageState: account.storageState, viewport: { width: 1280, height: 800 } });
  const provider = { api_key: deepSeekKey, base_url: wire.deepSeek.origin };
  expect((await account.api.put('/api/providers/deepseek', { data: provider })).status()).toBe(200);
  await preferModel(context, 'deepseek', 'deepseek-flash');
  wire.deepSeek.enqueue(deepSeekCall(thoughts, ...wanted));
  const page = await context.newPage();
  await page.goto('/');
  await sendMessage(page, 'Milk is 1.20 and bread 2.80. What is that together? Keep it as a note.');
  await expect(page).toHaveURL(/\/chat\//);
  await expect(openCard(page)).toBeVisible();
  const thinking = page.getByTestId('thinking-card').first();
  await expect(thinking).toHaveAttribute('data-state', 'done');
  await openThoughts(thinking);
  await expect(toolCards(page).first()).toHaveAttribute('data-state', 'done');
  await expect(page.getByTestId('waiting-count')).toContainText('1');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = join(folder, `chat-${colorScheme}.png`);
    await page.mouse.move(640, 4);
    await page.screenshot({ path, animations: 'disabled' });
    expect(statSync(path).size).toBeLessThan(mostBytes);
  }
  for (const part of [questionsOf(page), thinking, toolCards(page).first(), openCard(page)])
    await expect(part).toBeInViewport();
  await page.getByTestId('stop').click();
  await expectEnded(page);
});
