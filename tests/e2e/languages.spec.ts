import { composerOf, english, questionsOf, textsOf } from '@/tests/support/e2e-chat';
import { firstMinutes, register } from '@/tests/support/e2e-newcomer';
import { expect, test } from '@/tests/support/e2e-test';

const chinese = textsOf('zh-CN');

test('the way of a newcomer, in Chinese from the first page on', async ({ openContext }) => {
  const page = await (await openContext()).newPage();
  await page.goto('/register');
  await page.getByRole('button', { name: english('auth.appearance') }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: chinese('auth.registerTitle') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await register(page, chinese);
  await firstMinutes(page, chinese, '你好');
  await expect(page.getByText('离线模拟服务商').first()).toBeVisible();
  await page.getByRole('link', { name: chinese('layout.settings') }).click();
  await expect(page.getByRole('heading', { name: chinese('settings.providers.title'), exact: true })).toBeVisible();
});

test('a browser that prefers Chinese is met in Chinese', async ({ openContext }) => {
  const page = await (await openContext({ locale: 'zh-CN' })).newPage();
  await page.goto('/register');
  await expect(page.getByRole('button', { name: chinese('auth.createAccount') })).toBeVisible();
});

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
