// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { catalogues, createTranslate } from '@/lib/i18n';
import type { PermissionRequest } from '@/lib/ir';
import { mount, settle } from '../ui/mount-for-test';
import { OpenPermission } from './open-permission';

const t = createTranslate(catalogues.en);

const request: PermissionRequest = {
  id: 'pr_1',
  run_id: 'run_1',
  session_id: 's_1',
  tool_call: { id: 'tc_1', name: 'web.fetch', args: { url: 'https://a.example/x' }, iteration: 1, timestamp: 0 },
  tool: {
    name: 'web.fetch',
    description: '',
    parameters: { type: 'object', properties: {} },
    category: 'network',
    riskLevel: 'medium',
    requiresPermission: true,
    timeoutMs: 1000,
  },
  permission: 'network.request',
  risk_level: 'medium',
  status: 'open',
  reason: 'asks_by_default',
  expires_at: '2026-01-01T00:00:00.000Z',
  decided_at: null,
  grant_scope: { session_id: 's_1', tool: 'web.fetch', host: 'a.example' },
};

const text = () => document.body.textContent ?? '';
const button = (label: string) =>
  [...document.querySelectorAll('button')].find((found) => found.textContent?.includes(label));

function type(field: HTMLInputElement | HTMLTextAreaElement | null, value: string) {
  if (field === null) throw new Error('there is no field');
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('an open question', () => {
  afterEach(() => document.body.replaceChildren());

  it('says which host a yes for the chat covers before it is given', async () => {
    await mount(<OpenPermission request={request} onSettled={() => undefined} />);
    expect(text()).not.toContain(t('chat.permission.sessionHost', { host: 'a.example' }));
    await settle(() => button(t('chat.permission.session'))?.click());
    expect(text()).toContain(t('chat.permission.sessionTool', { tool: 'web.fetch' }));
    expect(text()).toContain(t('chat.permission.sessionHost', { host: 'a.example' }));
  });

  it('says that text from outside is why it asks, and offers nothing that would last', async () => {
    const forced = { ...request, id: 'pr_forced', reason: 'untrusted_content', grant_scope: null } as const;
    await mount(<OpenPermission request={forced} onSettled={() => undefined} />);
    expect(text()).toContain(t('chat.permission.becauseUntrusted'));
    expect(button(t('chat.permission.session'))).toBeUndefined();
    expect(button(t('chat.permission.once'))).toBeDefined();
  });

  it('keeps what is being edited when the card is drawn anew, as it is when a new chat gets its address', async () => {
    const field = () => document.querySelector('textarea');
    const edited = { ...request, id: 'pr_edited' };
    const first = await mount(<OpenPermission request={edited} onSettled={() => undefined} />);
    await settle(() => button(t('chat.permission.edit'))?.click());
    await settle(() => type(field(), '{"url": "https://b.example/'));
    await first.unmount();
    expect(field()).toBeNull();

    await mount(<OpenPermission request={edited} onSettled={() => undefined} />);
    expect(field()?.value).toBe('{"url": "https://b.example/');
    await settle(() => type(field(), '{"url": "https://b.example/"}'));
    await settle(() => button(t('common.save'))?.click());
    expect(text()).toContain('https://b.example/');
  });

  it('keeps the reason of a denial and the arguments that were saved', async () => {
    const denied = { ...request, id: 'pr_denied' };
    const first = await mount(<OpenPermission request={denied} onSettled={() => undefined} />);
    await settle(() => button(t('chat.permission.deny'))?.click());
    await settle(() => type(document.querySelector('input'), 'not this host'));
    await first.unmount();
    await mount(<OpenPermission request={denied} onSettled={() => undefined} />);
    expect(document.querySelector('input')?.value).toBe('not this host');
  });
});
