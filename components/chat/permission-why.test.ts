import { describe, expect, it } from 'vitest';
import { catalogues, createTranslate } from '@/lib/i18n';
import { PermissionReason, type PermissionRequest } from '@/lib/ir';
import { permissionCause, permissionTitle, permissionWhy, toolWords } from './permission-why';

const asking = (permission: string, reason: PermissionReason | null = null) =>
  ({ permission, reason, tool_call: { name: 'web.fetch', args: {} } }) as unknown as PermissionRequest;

describe.each(['en', 'zh-CN'] as const)('what is asked, in %s', (locale) => {
  const t = createTranslate(catalogues[locale]);

  it('has a sentence of its own for each known permission, and one for all others', () => {
    const known = [
      'loop.continue',
      'notes.write',
      'notes.delete',
      'tasks.write',
      'network.request',
      'code.execute',
      'secrets.use',
    ];
    const sentences = [...known, 'other.thing', 'toString'].map((permission) => permissionWhy(asking(permission), t));
    expect(new Set(sentences).size).toBe(known.length + 1);
    expect(sentences.at(-1)).toBe(t('chat.permission.why'));
  });

  it('says why it is asked where that is more than the usual', () => {
    const causes = Object.values(PermissionReason).map((reason) => permissionCause(asking('notes.write', reason), t));
    const told = causes.filter((cause) => cause !== null);
    expect([causes.length, new Set(told).size]).toEqual([5, 3]);
    expect(permissionCause(asking('notes.write', 'untrusted_content'), t)).toBe(t('chat.permission.becauseUntrusted'));
    expect(permissionCause(asking('notes.write', 'a cause of tomorrow' as PermissionReason), t)).toBeNull();
  });

  it('does not call a tool that is asked about every time one that could be allowed for good', () => {
    expect(permissionWhy(asking('other.thing', 'always_asks'), t)).toBeNull();
    expect(permissionWhy(asking('other.thing', 'asks_by_default'), t)).toBe(t('chat.permission.why'));
  });

  it('asks about the repetition when the loop guard asks, else about the tool', () => {
    expect(permissionTitle(asking('loop.continue'), t)).toBe(t('chat.permission.titleLoop', { tool: 'web.fetch' }));
    expect(permissionTitle(asking('network.request'), t)).toBe(t('chat.permission.title', { tool: 'web.fetch' }));
  });
});

describe('what the tool says of itself', () => {
  const of = (permission: string) =>
    toolWords({ ...asking(permission), tool: { description: 'Fetches.' } } as PermissionRequest);

  it('is shown only where we have no words of our own', () => {
    expect([of('notes.write'), of('other.thing')]).toEqual(['', 'Fetches.']);
  });

  it('is shown where no argument says where a request goes', () => {
    const tool = { description: 'Searches at search.example.', category: 'search' };
    const of = (args: Record<string, unknown>) =>
      toolWords({ ...asking('network.request'), tool, tool_call: { args } } as PermissionRequest);
    expect(of({ query: 'rivers' })).toBe('Searches at search.example.');
    expect(of({ url: 'https://a.example/' })).toBe('');
  });

  it('is shown of a tool that others brought, which alone says where it goes', () => {
    const tool = { description: 'GET https://api.example', category: 'custom' };
    expect(toolWords({ ...asking('network.request'), tool } as PermissionRequest)).toBe('GET https://api.example');
  });
});
