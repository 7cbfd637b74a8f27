// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToolView } from '@/lib/client/resources';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { PermissionPolicy } from './permission-policy';

const tool = (name: string, permission: string): ToolView => ({
  name,
  permission,
  description: '',
  parameters: { type: 'object', properties: {} },
  category: 'database',
  riskLevel: 'medium',
  requiresPermission: true,
  timeoutMs: 1000,
});

async function show(policy: Record<string, string>) {
  const settings = { 'permissions.policy': policy };
  const tools = {
    items: [tool('notes.create', 'notes.write'), tool('notes.update', 'notes.write')],
    next_cursor: null,
  };
  const { fetch, calls } = fakeApi({
    'GET /api/settings': settings,
    'PUT /api/settings': settings,
    'GET /api/tools': tools,
  });
  vi.stubGlobal('fetch', fetch);
  await mount(<PermissionPolicy />);
  await settle(() => undefined);
  return {
    saved: () => calls.filter((call) => call.method === 'PUT').map((call) => call.body),
    choose: (name: string, rule: string) =>
      settle(() => {
        const select = find<HTMLSelectElement>(`select[aria-label="Rule for ${name}"]`);
        select.value = rule;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }),
  };
}

describe('the rules on the page', () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it('are set per permission and per tool, beside those that are there', async () => {
    const page = await show({ 'web.fetch': 'deny' });
    await page.choose('notes.write', 'confirm');
    await page.choose('notes.update', 'deny');
    expect(page.saved()).toEqual([
      { 'permissions.policy': { 'web.fetch': 'deny', 'notes.write': 'confirm' } },
      { 'permissions.policy': { 'web.fetch': 'deny', 'notes.update': 'deny' } },
    ]);
  });

  it('show those of tools at once, and of what is not there so that they can be taken back', async () => {
    const page = await show({ 'notes.create': 'allow', 'web.fetch': 'deny' });
    expect(find<HTMLDetailsElement>('details').open).toBe(true);
    expect(find<HTMLSelectElement>('select[aria-label="Rule for notes.create"]').value).toBe('allow');
    await page.choose('web.fetch', '');
    expect(page.saved()).toEqual([{ 'permissions.policy': { 'notes.create': 'allow' } }]);
  });
});
