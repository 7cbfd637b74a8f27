import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright/test';
import type { Locale } from '@/lib/i18n';
import { createAccount } from '@/tests/support/e2e-account';
import {
  expectEnded,
  openCard,
  openThoughts,
  preferModel,
  questionsOf,
  sendMessage,
  textsOf,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expect, test } from '@/tests/support/e2e-test';
import { deepSeekCall, deepSeekText } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

const mostBytes = 220_000;
const mostBytesTogether = 1_500_000;
const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

interface Story {
  readonly locale: Locale;
  readonly name: string;
  readonly question: string;
  readonly thoughts: string;
  readonly note: { readonly title: string; readonly content: string };
  readonly answer: string;
}

const english: Story = {
  locale: 'en',
  name: 'Ada',
  question: 'Milk is 1.20 and bread 2.80. What is that together? Keep it as a note.',
  thoughts:
    'Two prices to add: 1.20 and 2.80. The note changes something of theirs, so I have to ask before I write it.',
  note: { title: 'Groceries', content: '- milk: 1.20\n- bread: 2.80\n\nTogether: 4.00' },
  answer:
    'Together that is **4.00**. The note *Groceries* holds:\n\n| Item | Price |\n|---|--:|\n| milk | 1.20 |\n| bread | 2.80 |\n',
};

const chinese: Story = {
  locale: 'zh-CN',
  name: '林晓',
  question: '牛奶 1.20，面包 2.80，一共多少？帮我记成一条笔记。',
  thoughts: '要把 1.20 和 2.80 两个价格相加。写笔记会改动对方的内容，所以写之前必须先征得同意。',
  note: { title: '购物清单', content: '- 牛奶：1.20\n- 面包：2.80\n\n合计：4.00' },
  answer: '一共 **4.00**，已记在“购物清单”里。',
};

/** Waits until nothing moves, and takes what is on the screen. */
async function take(page: Page, path: string): Promise<void> {
  await page.mouse.move(4, 4);
  await page.screenshot({ path, animations: 'disabled' });
  expect(statSync(path).size, path).toBeLessThan(mostBytes);
}

/** Asks, and ends where the answer waits for a person: with thoughts, a tool that has run and a question. */
async function askUntilAsked(page: Page, { question }: Story): Promise<void> {
  await page.goto('/');
  await sendMessage(page, question);
  await expect(page).toHaveURL(/\/chat\//);
  await expect(openCard(page)).toBeVisible();
  const thinking = page.getByTestId('thinking-card').first();
  await expect(thinking).toHaveAttribute('data-state', 'done');
  await openThoughts(thinking);
  await expect(toolCards(page).first()).toHaveAttribute('data-state', 'done');
}

for (const story of [english, chinese]) {
  test(`the pictures of the README show the product, in ${story.locale}`, async ({
    origin,
    openContext,
    wire,
  }, info) => {
    test.setTimeout(120_000);
    const folder = process.env.METONA_PICTURES ?? info.outputDir;
    const account = await createAccount(origin);
    const { api, storageState } = account;
    const t = textsOf(story.locale);
    const picture = (name: string) => join(folder, `${name}.png`);
    const open = async (options: BrowserContextOptions) => {
      const context = await openContext({ storageState, locale: story.locale, reducedMotion: 'reduce', ...options });
      await preferModel(context, 'deepseek', 'deepseek-flash');
      return context.newPage();
    };
    expect((await api.patch('/api/account', { data: { name: story.name } })).status()).toBe(200);
    const provider = { api_key: deepSeekKey, base_url: wire.deepSeek.origin };
    expect((await api.put('/api/providers/deepseek', { data: provider })).status()).toBe(200);
    const wanted = [
      { name: 'math_add', args: { left: 1.2, right: 2.8 } },
      { name: 'notes_create', args: { ...story.note } },
    ];
    wire.deepSeek.enqueue(deepSeekCall(story.thoughts, ...wanted), deepSeekText('', story.answer));

    const page = await open({ viewport: desk });
    await askUntilAsked(page, story);
    const [sessionId = ''] = page.url().split('/').slice(-1);
    for (const part of [questionsOf(page), page.getByTestId('thinking-card').first(), toolCards(page).first()])
      await expect(part).toBeInViewport();
    await expect(openCard(page)).toBeInViewport({ ratio: 1 });
    const isEnglish = story.locale === 'en';
    for (const colorScheme of isEnglish ? (['light', 'dark'] as const) : (['dark'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await take(page, picture(isEnglish ? `chat-${colorScheme}` : 'chat-chinese'));
    }
    const small = await open({ viewport: phone, hasTouch: true, deviceScaleFactor: 2 });
    await small.emulateMedia({ colorScheme: isEnglish ? 'dark' : 'light' });
    await small.goto(page.url());
    await expect(openCard(small)).toBeInViewport();
    await take(small, picture(isEnglish ? 'phone' : 'phone-chinese'));

    await openCard(page)
      .getByRole('button', { name: t('chat.permission.once') })
      .click();
    await expectEnded(page);
    if (!isEnglish) return;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const href = await page
      .getByRole('link', { name: t('chat.meta.trace') })
      .last()
      .getAttribute('href');
    await page.goto(href ?? '');
    await expect(page.getByText('notes.create').first()).toBeVisible();
    await take(page, picture('trace'));
    const { url } = await (
      await api.post(`/api/sessions/${sessionId}/shares`, { data: { include: { thinking: true, tools: true } } })
    ).json();
    await page.goto(new URL(url).pathname);
    await expect(page.getByText(story.question)).toBeVisible();
    await take(page, picture('shared'));
    wire.deepSeek.enqueue(deepSeekText('', 'ok'));
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto('/settings/providers');
    await page.getByRole('button', { name: 'DeepSeek' }).first().click();
    await page.getByRole('button', { name: t('settings.providers.test'), exact: true }).click();
    const [works = ''] = t('settings.providers.testOk', { model: 'deepseek-flash', latency: 0 }).split('0');
    await expect(page.getByText(works)).toBeVisible();
    await take(page, picture('settings'));
  });
}

test('the pictures that the README shows are there, and small', () => {
  const folder = join(import.meta.dirname, '../../public/readme');
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeGreaterThanOrEqual(8);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytesTogether);
});
