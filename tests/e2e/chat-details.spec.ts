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
import { importChat, pickModel } from '@/tests/support/e2e-conversations';
import { hold } from '@/tests/support/e2e-hold';
import { expect, test } from '@/tests/support/e2e-journey';

/** Two questions with their answers, from long ago. */
const talk = [
  ['user', 'alpha question'],
  ['assistant', 'alpha answer'],
  ['user', 'second question'],
  ['assistant', 'second answer'],
] as const;

test('detail: Enter sends half-typed Chinese', async ({ chat: page }) => {
  const composer = composerOf(page);
  await composer.focus();
  const session = await page.context().newCDPSession(page);
  // What the browser does while a word is being composed, keys included.
  await session.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 });
  await composer.evaluate((element) => {
    const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229, isComposing: true }));
    // Safari ends the composition first and marks the key only by its code.
    element.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }));
  });
  await session.send('Input.insertText', { text: '你好' });
  await expect(composer).toHaveValue('你好');
  await expect(questionsOf(page)).toHaveCount(0);
  await composer.press('Enter');
  await expect(questionsOf(page).locator('p')).toHaveText(['你好']);
});

test('detail: Scroll fights the reader', async ({ chat: page }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await pickModel(page, 'mock-slow');
  await sendMessage(page, Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n'));
  const log = page.getByRole('log');
  const box = log.locator('xpath=..');
  const left = () => box.evaluate((one) => Math.round(one.scrollHeight - one.scrollTop - one.clientHeight));
  const place = () => box.evaluate((one) => Math.round(one.scrollTop));
  await expect(lastAnswer(page)).toContainText('word-6');
  await expect.poll(left).toBeLessThanOrEqual(2);

  // The smallest move up is enough, however much arrives afterwards.
  await box.hover();
  await page.mouse.wheel(0, -9);
  await expect.poll(left).toBeGreaterThan(4);
  const there = await place();
  await expect(lastAnswer(page)).toContainText('word-24');
  expect(await place()).toBe(there);
  await expect(page.getByTestId('jump-to-newest')).toBeVisible();

  await page.getByTestId('jump-to-newest').click();
  await expect(page.getByTestId('jump-to-newest')).toHaveCount(0);
  await expect(lastAnswer(page)).toContainText('word-40');
  expect(await left()).toBeLessThanOrEqual(2);
  await page.getByTestId('stop').click();
  await expectEnded(page);

  // What is opened by hand at the end stays under the hand.
  await pickModel(page, 'mock-1');
  await ask(page, '/tool math.add {"left":1,"right":2}');
  const card = page.getByTestId('tool-card').last().getByRole('button').first();
  await box.evaluate((one) => {
    one.scrollTop = one.scrollHeight;
  });
  const cardTop = async () => (await card.boundingBox())?.y ?? 0;
  let before = -1;
  // What comes with the end of a run has come.
  const isCalm = async () => {
    const last = before;
    before = await cardTop();
    return before === last;
  };
  await expect.poll(isCalm, { intervals: [300] }).toBe(true);
  await card.click();
  await expect(card).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(left).toBeGreaterThan(2);
  expect(await cardTop()).toBeCloseTo(before, 0);
});

test('detail: the answer lost on switching chats', async ({ chat: page, account }) => {
  const other = await importChat(account.api, 'Another chat', talk);
  await page.reload();
  await pickModel(page, 'mock-slow');
  await composerOf(page).evaluate((field) => field.setAttribute('data-kept', 'yes'));
  await sendMessage(page, 'count');
  await page.keyboard.type('half a thou');
  await expect(page).toHaveURL(/\/chat\//);
  const address = page.url();
  await page.keyboard.type('ght');
  await expect(composerOf(page)).toHaveValue('half a thought');
  await expect(composerOf(page)).toHaveAttribute('data-kept', 'yes');

  // Away while it is going on, and back: it has gone on, and nothing that was written is lost.
  await page.getByRole('link', { name: 'Another chat' }).click();
  await expect(lastAnswer(page)).toContainText('second answer');
  await expect(composerOf(page)).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(lastAnswer(page)).toContainText('word-12');
  await expect(composerOf(page)).toHaveValue('half a thought');
  await page.reload();
  await expect(lastAnswer(page)).toContainText(Array.from({ length: 60 }, (_, at) => `word-${at + 1}`).join(' '));
  await expect(answersOf(page)).toHaveCount(1);

  // Gone before the new chat has its address: nobody is fetched back, and the answer comes all the same.
  await page.goto('/');
  await pickModel(page, 'mock-1');
  const asked = await hold(page, '**/api/agent/runs');
  await sendMessage(page, 'left behind');
  await page.getByRole('link', { name: 'Another chat' }).click();
  await expect(page).toHaveURL(new RegExp(other));
  asked.go();
  await expect(page.getByTestId('session-item').filter({ hasText: 'left behind' })).toHaveAttribute(
    'data-state',
    'fresh',
  );
  await expect(page).toHaveURL(new RegExp(other));
  await page.getByRole('link', { name: 'left behind' }).click();
  await expect(lastAnswer(page)).toContainText('left behind');
});

test('who has set out for another chat is not fetched back by a new one that gets its address meanwhile', async ({
  chat: page,
  account,
}) => {
  const other = await importChat(account.api, 'Another chat', talk);
  await page.reload();
  const way = await hold(page, /\?_rsc=/);
  const asked = await hold(page, '**/api/agent/runs');
  await sendMessage(page, 'overtaken');
  await page.getByRole('link', { name: 'Another chat' }).click();
  await way.begun;
  asked.go();
  await expect(page.getByRole('link', { name: 'overtaken' })).toBeVisible();
  way.go();
  await expect(page).toHaveURL(new RegExp(other));
  await expect(lastAnswer(page)).toContainText('second answer');
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('detail: later messages vanish after a regenerate', async ({ chat: page, account }) => {
  await page.goto(`/chat/${await importChat(account.api, 'Two questions', talk)}`);
  const first = answersOf(page).first();
  await first.getByRole('button', { name: 'Answer again' }).click();
  await expect(page.getByText('What followed the old answer is kept')).toBeVisible();
  await expectEnded(page);
  await expect(questionsOf(page)).toHaveCount(1);
  await first.getByRole('button', { name: 'Earlier version' }).click();
  await expect(questionsOf(page)).toHaveText([/alpha question/, /second question/]);
  await expect(lastAnswer(page)).toContainText('second answer');

  // A switch is refused kindly while an answer is being written.
  await sendMessage(page, '/tool notes.create {"title":"x","content":"y"}');
  await expect(openCard(page)).toBeVisible();
  await first.getByRole('button', { name: 'Later version' }).click();
  await expect(page.getByText('An answer is still being written in this chat.')).toBeVisible();
  await expect(questionsOf(page)).toHaveCount(3);
  await page.getByTestId('stop').click();
  await expectEnded(page);

  // Nothing of an answer that fails at once hides the one there was.
  await first.getByRole('button', { name: 'Later version' }).click();
  await expect(questionsOf(page)).toHaveCount(1);
  await pickModel(page, 'mock-fail-401');
  await first.getByRole('button', { name: 'Answer again' }).click();
  await expect(page.getByTestId('error-card')).toBeVisible();
  await page.getByRole('button', { name: 'Show the newest' }).click();
  await expect(lastAnswer(page)).toContainText('alpha question');
  await expect(page.getByTestId('error-card')).toHaveCount(0);
});
