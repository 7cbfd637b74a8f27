// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PermissionRequest } from '@/lib/ir';
import { SidebarProvider } from '../layout/sidebar-context';
import { type ApiCall, fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { InboxView } from './inbox-view';

const tool = {
  name: 'notes.create',
  description: '',
  parameters: { type: 'object' },
  category: 'database',
  riskLevel: 'medium',
  requiresConfirmation: true,
  timeoutMs: 1000,
} as unknown as PermissionRequest['tool'];

function question(id: string, session: string, title: string): PermissionRequest {
  return {
    id,
    run_id: `run-${id}`,
    session_id: session,
    tool_call: { id: `call-${id}`, name: 'notes.create', args: { title }, iteration: 1, timestamp: 0 },
    tool,
    permission: 'notes.write',
    risk_level: 'medium',
    status: 'open',
    reason: null,
    expires_at: '2030-01-01T00:00:00.000Z',
    decided_at: null,
    grant_scope: null,
  };
}

const memory = {
  id: 'm1',
  type: 'semantic',
  content: 'Likes tea',
  source: 'agent_thought',
  importance: 0.5,
  createdAt: 0,
};
const sessions = { items: [{ id: 's1', title: 'Shopping', active_run: null }], next_cursor: null };
const decided = { ...question('p1', 's1', 'first'), status: 'allowed_once', decided_at: '2029-01-01T00:00:00.000Z' };

let calls: ApiCall[];

async function open(questions: readonly PermissionRequest[], memories: readonly unknown[]) {
  const api = fakeApi({
    'GET /api/agent/permissions?status=open': { items: questions },
    'GET /api/memories?status=proposed': { items: memories, next_cursor: null },
    'GET /api/sessions?limit=50': sessions,
    'POST /api/agent/runs/run-p1/permissions/p1': decided,
    'PATCH /api/memories/m1': { ...memory, status: 'active' },
  });
  calls = api.calls;
  vi.stubGlobal('fetch', api.fetch);
  await mount(
    <SidebarProvider initiallyHidden={false}>
      <InboxView />
    </SidebarProvider>,
  );
  await settle(() => undefined);
}

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-testid=permission-card][data-state=open]')];
const press = (key: string) =>
  settle(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
const sent = () => calls.filter((call) => call.method !== 'GET');

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })));
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the inbox', () => {
  it('shows every question under the title of its chat, the oldest first, and answers it in place', async () => {
    await open([question('p2', 's2', 'second'), question('p1', 's1', 'first')], []);
    expect([...document.querySelectorAll('h2')].map((title) => title.textContent)).toEqual([
      'Shopping',
      'Untitled chat',
    ]);
    expect(cards().map((card) => card.dataset.request)).toEqual(['p1', 'p2']);
    cards()[0]?.focus();
    await press('ArrowDown');
    expect(document.activeElement).toBe(cards()[1]);
    await press('ArrowUp');
    await press('1');
    expect(sent()).toEqual([
      { method: 'POST', path: '/api/agent/runs/run-p1/permissions/p1', body: { decision: 'allow_once' } },
    ]);
    expect(cards().map((card) => card.dataset.request)).toEqual(['p2']);
    expect(document.activeElement).toBe(cards()[0]);
    expect(find('[data-state=allowed_once]').textContent).toContain('Allowed once');
  });

  it('offers proposed memories beside them', async () => {
    await open([], [memory]);
    expect(document.body.textContent).toContain('Likes tea');
    await settle(() => find<HTMLButtonElement>('li button').click());
    expect(sent()).toEqual([{ method: 'PATCH', path: '/api/memories/m1', body: { status: 'active' } }]);
  });

  it('says so when nothing waits', async () => {
    await open([], []);
    expect(document.body.textContent).toContain('Nothing waits for you');
  });
});
