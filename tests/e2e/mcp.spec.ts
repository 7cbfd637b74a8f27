import { createAccount } from '@/tests/support/e2e-account';
import {
  expectEnded,
  lastAnswer,
  openCard,
  sendMessage,
  english as t,
  textsOf,
  toolCards,
} from '@/tests/support/e2e-chat';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { expect, originOf, test } from '@/tests/support/e2e-test';
import { type McpDouble, startMcpDouble } from '@/tests/support/mcp-double';
import { type EverythingServer, startEverything } from '@/tests/support/mcp-everything';
import { addSignIn, type SignInDouble } from '@/tests/support/mcp-oauth';

let everything: EverythingServer;
let locked: McpDouble;
let door: SignInDouble;

test.beforeAll(async () => {
  [everything, locked] = await Promise.all([startEverything(), startMcpDouble()]);
  door = addSignIn(locked);
  locked.tools = [{ name: 'whoami', description: 'Says who you are' }];
});
test.afterAll(async () => {
  await Promise.all([everything.kill(), locked.close()]);
});

test('a server is added, used, asked about, and named when it is gone', async ({
  startOwn,
  openContext,
  browser,
  guard,
}) => {
  test.setTimeout(120_000);
  const own = await startOwn({ env: { METONA_MCP_PRIVATE_ORIGINS: `${everything.origin},${locked.origin}` } });
  const baseURL = originOf(own);
  const { storageState } = await createAccount(baseURL);
  const page = await (await openContext({ baseURL, storageState })).newPage();
  const server = page.getByTestId('mcp-server');

  await page.goto('/settings/providers');
  await page.getByRole('link', { name: t('mcp.page.nav') }).click();
  await expect(page.getByText(t('mcp.none'))).toBeVisible();
  await page.getByRole('button', { name: t('mcp.add') }).click();
  await page.getByLabel(t('mcp.name'), { exact: true }).fill('Every Thing');
  await page.getByLabel(t('mcp.url'), { exact: true }).fill('http://127.0.0.1:9/mcp');
  await page.getByRole('button', { name: t('mcp.addSubmit') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel(t('mcp.url'), { exact: true }).fill(everything.url);
  await page.getByRole('button', { name: t('mcp.addSubmit') }).click();
  await expect(server).toHaveAttribute('data-state', 'ready');

  await server.getByRole('button', { name: /Every Thing/ }).click();
  await server.getByRole('button', { name: t('mcp.test'), exact: true }).click();
  await expect(server.getByText(/Every Thing works: \d+ tools/)).toBeVisible();
  const echo = server.locator('[data-tool="mcp.every-thing.echo"]');
  await expect(echo).toContainText('Echoes back the input');
  await expect(echo.getByLabel(t('tools.rule.of', { name: 'mcp.every-thing.echo' }))).toBeVisible();
  await expectAccessible(page);

  await page.goto('/');
  await sendMessage(page, '/tool mcp.every-thing.echo {"message":"hello from afar"}');
  await expect(openCard(page)).toContainText(t('mcp.why', { server: 'Every Thing' }));
  await expect(openCard(page)).toContainText('hello from afar');
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await expect(lastAnswer(page)).toContainText('Echo: hello from afar');
  await expect(toolCards(page).last()).toHaveAttribute('data-state', 'done');
  await expect(toolCards(page).last()).toContainText('Every Thing');

  await sendMessage(page, '/tool mcp.every-thing.trigger-long-running-operation {"duration":4,"steps":4}');
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expect(toolCards(page).last()).toContainText(/(25|50|75) ?%/);
  await expectEnded(page);

  await everything.kill();
  await sendMessage(page, '/tool mcp.every-thing.echo {"message":"anyone?"}');
  await openCard(page)
    .getByRole('button', { name: t('chat.permission.once') })
    .click();
  await expectEnded(page);
  await expect(toolCards(page).last()).toHaveAttribute('data-state', 'failed');
  await expect(lastAnswer(page)).toContainText('The MCP server “Every Thing” cannot be reached');

  await page.goto('/settings/extensions');
  await expect(server).toHaveAttribute('data-state', 'failed');
  await server.getByRole('button', { name: /Every Thing/ }).click();
  await expect(server.getByRole('alert')).toContainText('Every Thing');
  await server.getByRole('button', { name: t('mcp.remove'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.remove') })
    .click();
  await expect(page.getByText(t('mcp.none'))).toBeVisible();

  const zh = textsOf('zh-CN');
  const narrow = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'zh-CN' } as const;
  const context = await browser.newContext({ baseURL, storageState, ...narrow });
  guard.watch(context, baseURL, locked.origin);
  const small = await context.newPage();
  locked.interfere = ((guarded) => (of, response) => {
    if (!of.request.url?.startsWith('/authorize')) return guarded?.(of, response) ?? false;
    response.writeHead(302, { location: door.approve(`${locked.origin}${of.request.url}`).href }).end();
    return true;
  })(locked.interfere);
  await small.goto('/settings/extensions');
  await small.getByRole('button', { name: zh('mcp.add') }).click();
  await small.getByLabel(zh('mcp.name'), { exact: true }).fill('百科');
  await small.getByLabel(zh('mcp.url'), { exact: true }).fill(locked.url);
  await small.getByRole('button', { name: zh('mcp.addSubmit') }).click();
  const row = small.getByTestId('mcp-server');
  await expect(row).toHaveAttribute('data-state', 'sign_in_needed');
  await row.getByRole('button', { name: /百科/ }).click();
  await row.getByRole('button', { name: zh('mcp.signIn'), exact: true }).click();
  await expect(small.getByText(zh('mcp.signedInTo', { name: '百科' }))).toBeVisible();
  await expect(small).toHaveURL(`${baseURL}/settings/extensions`);
  await expect(row).toHaveAttribute('data-state', 'ready');
  await row.getByRole('button', { name: /百科/ }).click();
  await expect(row.locator('[data-tool="mcp.server.whoami"]')).toBeVisible();
  await expectNoSidewaysScroll(small);
  await expectAccessible(small);
  await context.close();
});
