// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { McpServerView } from '@/lib/client/mcp';
import { catalogues, createTranslate } from '@/lib/i18n';
import { fakeApi, mount, settle } from '../../ui/mount-for-test';
import { McpServerBody } from './mcp-body';

const t = createTranslate(catalogues.en);
const server: McpServerView = {
  id: 'mcp_1',
  name: 'Wiki',
  slug: 'wiki',
  url: 'https://wiki.example/mcp',
  enabled: true,
  state: 'ready',
  error: null,
  checked_at: null,
  latency_ms: 12,
  server: { name: 'evil\u202ename', version: '1', protocol_version: '2025-11-25' },
  headers: [{ name: 'Authorization', last4: '5678' }],
  signed_in: false,
  tools: [],
  left_out: [{ name: 'huge', reason: 'schema_too_large' }],
};
const text = () => document.body.textContent ?? '';
const button = (label: string) =>
  [...document.querySelectorAll('button')].find((found) => found.textContent?.includes(label));
const show = (more: Partial<McpServerView> = {}) =>
  mount(<McpServerBody server={{ ...server, ...more }} onChanged={async () => undefined} />);

beforeEach(() => {
  vi.stubGlobal('fetch', fakeApi({}).fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe('what is told of an MCP server', () => {
  it('shows what it calls itself without letting it turn the text around, and what it could not offer', async () => {
    await show();
    expect(text()).toContain('evilU+202Ename');
    expect(text()).toContain(`huge ${t('mcp.leftOutReason.schema_too_large')}`);
    expect(text()).toContain('Authorization: ••••5678');
    expect(button(t('mcp.signIn'))).toBeUndefined();
  });

  it('names the server in its errors, and opens the form that may mend them', async () => {
    await show({ state: 'failed', error: { code: 'unreachable', message: 'The server cannot be reached.' } });
    const reason = t('mcp.error.unreachable');
    expect(document.querySelector('[role=alert]')?.textContent).toContain(t('mcp.failed', { name: 'Wiki', reason }));
    expect(document.querySelector('form')?.closest('details')?.open).toBe(true);
  });

  it.each([
    ['javascript:alert(1)', 0],
    ['file:///etc/passwd', 0],
    ['https://wiki.example/authorize', 1],
  ])('sends a person to pages of the web only: %s', async (url, times) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const asked = 'POST /api/mcp-servers/mcp_1/sign-in';
    const { fetch, calls } = fakeApi({ [asked]: { authorization_url: url } });
    vi.stubGlobal('fetch', fetch);
    await show({ state: 'sign_in_needed' });
    await settle(() => button(t('mcp.signIn'))?.click());
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(asked);
    expect(assign).toHaveBeenCalledTimes(times);
    assign.mockRestore();
  });
});
