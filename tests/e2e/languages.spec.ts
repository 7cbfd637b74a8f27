import { composerOf, questionsOf } from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';

test('the Enter of an input method ends a word, not the message', async ({ chat: page }) => {
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
  await composer.press('Shift+Enter');
  await expect(composer).toHaveValue('你好\n');
  await composer.press('Backspace');
  await composer.press('Enter');
  await expect(questionsOf(page).locator('p')).toHaveText(['你好']);
});
