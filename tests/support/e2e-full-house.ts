import { type APIRequestContext, expect } from 'playwright/test';
import type { MessageKey } from '@/lib/i18n';
import { type Account, createAccount } from './e2e-account';
import { test as base } from './e2e-journey';
import { openSettings, originOf } from './e2e-test';
import { startProduct } from './product';

/** An administrator with something on every page, and where it is. */
export interface FullHouse {
  readonly origin: string;
  readonly admin: Account;
  readonly chat: string;
  readonly failed: string;
  /** A chat with a question that waits, all of it very long. */
  readonly asking: string;
  readonly run: string;
  readonly note: string;
  readonly file: string;
  readonly shared: string;
  readonly locked: string;
}

type Page = { readonly path: string; readonly title: MessageKey };

/** Every page of a signed-in administrator that has one address for all. */
export const ownPages = [
  { path: '/', title: 'chat.newTitle' },
  { path: '/inbox', title: 'layout.inbox' },
  { path: '/notes', title: 'notes.title' },
  { path: '/notes/new', title: 'notes.create' },
  { path: '/tasks', title: 'tasks.title' },
  { path: '/files', title: 'files.title' },
  { path: '/memories', title: 'library.memories.title' },
  { path: '/shared-links', title: 'sharing.pageTitle' },
  { path: '/settings/providers', title: 'settings.providers.title' },
  { path: '/settings/general', title: 'settings.general.title' },
  { path: '/settings/tools', title: 'tools.title' },
  { path: '/settings/permissions', title: 'settings.permissions.title' },
  { path: '/settings/knowledge', title: 'knowledge.title' },
  { path: '/settings/extensions', title: 'mcp.page.title' },
  { path: '/settings/tokens', title: 'settings.tokens.title' },
  { path: '/settings/account', title: 'settings.account.title' },
  { path: '/settings/people', title: 'settings.people.title' },
  { path: '/settings/shared-keys', title: 'admin.keysTitle' },
  { path: '/settings/system', title: 'system.title' },
] as const satisfies readonly Page[];

async function created(api: APIRequestContext, path: string, data: object) {
  const answer = await api.post(path, { data });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300);
  return answer.json();
}

async function ended(api: APIRequestContext, runId: string, status: string): Promise<void> {
  const state = async () => (await (await api.get(`/api/agent/runs/${runId}`)).json()).status;
  await expect.poll(state, { timeout: 20_000, intervals: [50] }).toBe(status);
}

async function say(api: APIRequestContext, input: string, model = 'mock-thinking') {
  const order = { input, provider_id: 'mock', model, allowed_tools: ['*'] };
  return created(api, '/api/agent/runs', order);
}

/** Fills the account over HTTP, as its owner would have it after a while. */
async function fill({ api }: Account) {
  const [chat, failed, asking] = await Promise.all([
    say(api, '/tool math.add {"left":1,"right":2}\n/tool tasks.list {}\nWhat is left to do?'),
    say(api, 'hello', 'mock-fail-401'),
    say(api, `/tool notes.create ${JSON.stringify({ title: 'long-'.repeat(30), content: 'x'.repeat(400) })}`),
  ]);
  const note = await created(api, '/api/notes', {
    title: '周报',
    content: '## 本周\n\n完成了 **检索**。',
    folder: 'Work',
  });
  await created(api, '/api/tasks', { title: 'Buy seeds', due_date: '2026-01-05', priority: 'high' });
  await created(api, '/api/memories', { content: 'Lives in Hangzhou.' });
  await created(api, '/api/mcp-servers', { name: 'Wiki', url: 'http://127.0.0.1:9/mcp' });
  await created(api, '/api/skills', {
    files: [{ path: 'SKILL.md', content: '---\nname: notes\ndescription: Writes notes\n---\n\nWrite.\n' }],
  });
  const upload = {
    file: { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('region,total\nNorth,12\n') },
  };
  const file = await (await api.post('/api/files', { multipart: upload })).json();
  await api.put('/api/providers/deepseek', { data: { api_key: 'sk-0123456789abcdef' } });
  await created(api, '/api/admin/invites', {});
  await Promise.all([ended(api, chat.id, 'completed'), ended(api, failed.id, 'failed')]);
  await ended(api, asking.id, 'waiting_permission');
  const include = { thinking: true, tools: true };
  const shared = await created(api, `/api/sessions/${chat.session_id}/shares`, { include });
  const passphrase = 'open sesame';
  const locked = await created(api, `/api/sessions/${chat.session_id}/shares`, { include, passphrase });
  return {
    chat: `/chat/${chat.session_id}`,
    failed: `/chat/${failed.session_id}`,
    asking: `/chat/${asking.session_id}`,
    run: `/runs/${chat.id}`,
    note: `/notes/${note.id}`,
    file: `/files/${file.id}`,
    shared: new URL(shared.url).pathname,
    locked: new URL(locked.url).pathname,
  };
}

/** A product with one full account; nothing in it is changed by those who look at it. */
export const test = base.extend<object, { readonly house: FullHouse }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures it must make from the pattern
    async ({}, use) => {
      const product = await startProduct({
        env: { ...openSettings, METONA_MCP_PRIVATE_ORIGINS: 'http://127.0.0.1:9' },
      });
      await product.waitHealthy();
      const origin = originOf(product);
      const admin = await createAccount(origin);
      await use({ origin, admin, ...(await fill(admin)) });
      await admin.api.dispose();
      await product.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
