// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToolView } from '@/lib/client/resources';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { PermissionRules } from './permission-rules';
import { ToolList } from './tool-list';
import { asking, toolView } from './tool-view-for-test';

const notes = (name: string, standing: ToolView['standing'] = asking) =>
  toolView(name, { permission: 'notes.write', riskLevel: 'medium', standing });

async function show(policy: Record<string, string>, tools: readonly ToolView[]) {
  const settings = { 'permissions.policy': policy };
  const { fetch, calls } = fakeApi({
    'GET /api/settings': settings,
    'PUT /api/settings': settings,
    'GET /api/tools': { items: tools, next_cursor: null },
  });
  vi.stubGlobal('fetch', fetch);
  await mount(
    <>
      <ToolList />
      <PermissionRules />
    </>,
  );
  await settle(() => undefined);
  return {
    saved: () => calls.filter((call) => call.method === 'PUT').map((call) => call.body),
    asked: () => calls.filter((call) => call.path === '/api/tools').length,
    choose: (name: string, rule: string) =>
      settle(() => {
        const select = find<HTMLSelectElement>(`select[aria-label="Rule for ${name}"]`);
        select.value = rule;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }),
  };
}

const open = (name: string) =>
  settle(() => {
    const details = find<HTMLDetailsElement>(`[data-tool="${name}"] details`);
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
const textOf = (name: string) => find<HTMLElement>(`[data-tool="${name}"]`).textContent ?? '';

describe('the tools and rules on the page', () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it('are set per permission and per tool, beside the rules that are there, and the tools asked for anew', async () => {
    const page = await show({ 'web.fetch': 'deny' }, [notes('notes.create'), notes('notes.append')]);
    const before = page.asked();
    await page.choose('notes.write', 'confirm');
    await page.choose('notes.append', 'deny');
    expect(page.saved()).toEqual([
      { 'permissions.policy': { 'web.fetch': 'deny', 'notes.write': 'confirm' } },
      { 'permissions.policy': { 'web.fetch': 'deny', 'notes.append': 'deny' } },
    ]);
    expect(page.asked()).toBeGreaterThan(before);
  });

  it('hold rules for what is not there, so that they can be taken back', async () => {
    const page = await show({ 'notes.create': 'allow', 'web.fetch': 'deny' }, [notes('notes.create')]);
    expect(find<HTMLSelectElement>('select[aria-label="Rule for notes.create"]').value).toBe('allow');
    await page.choose('web.fetch', '');
    expect(page.saved()).toEqual([{ 'permissions.policy': { 'notes.create': 'allow' } }]);
  });

  it('say what is in force and why, and what a tool does in both descriptions', async () => {
    const denied = {
      action: 'deny',
      because: 'permission_rule',
      by_default: 'confirm',
      asks_when_untrusted: true,
    } as const;
    const create = { ...notes('notes.create', denied), description: 'Creates a note for the model.' };
    const stranger = toolView('mcp.a.b', {
      category: 'mcp',
      origin: { kind: 'mcp', id: 'srv', name: 'Weather' },
      description: 'Hidden\u202e words <b>bold</b>',
      standing: { ...asking, action: 'allow', because: 'tool_rule' },
    });
    await show({ 'notes.write': 'deny', 'notes.create': 'allow' }, [create, stranger]);
    expect(textOf('notes.create')).not.toContain('Creates a note for the model.');
    await open('notes.create');
    expect(textOf('notes.create')).toContain('Never runs: your rule denies notes.write, whatever holds for the tool.');
    expect(textOf('notes.create')).toContain('Writes a new note.');
    expect(textOf('notes.create')).toContain('Creates a note for the model.');
    expect(textOf('mcp.a.b')).toContain(
      'Runs without asking: your rule for this tool. Still asks once text from outside',
    );
    expect(textOf('mcp.a.b')).toContain('HiddenU+202E words <b>bold</b>');
    expect(document.body.textContent).toContain('MCP server Weather');
  });
});
