import { describe, expect, it } from 'vitest';
import { catalogues, createTranslate } from '@/lib/i18n';
import type { PermissionRequest } from '@/lib/ir';
import { permissionTitle, permissionWhy, toolWords } from './permission-why';

const asking = (permission: string) => ({ permission, tool_call: { name: 'web.fetch' } }) as PermissionRequest;

describe.each(['en', 'zh-CN'] as const)('what is asked, in %s', (locale) => {
  const t = createTranslate(catalogues[locale]);

  it('has a sentence of its own for each known permission, and one for all others', () => {
    const known = ['loop.continue', 'notes.write', 'notes.delete', 'network.request', 'secrets.use'];
    const sentences = [...known, 'other.thing', 'toString'].map((permission) => permissionWhy(asking(permission), t));
    expect(new Set(sentences).size).toBe(known.length + 1);
    expect(sentences.at(-1)).toBe(t('chat.permission.why'));
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
});
