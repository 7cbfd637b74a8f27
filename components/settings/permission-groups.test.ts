import { describe, expect, it } from 'vitest';
import type { ToolView } from '@/lib/client/resources';
import { moveItem } from './move-item';
import { groupTools, unknownRules } from './permission-groups';

function tool(name: string, over: Partial<ToolView> = {}): ToolView {
  return {
    name,
    description: '',
    parameters: { type: 'object', properties: {} },
    category: 'custom',
    riskLevel: 'safe',
    requiresPermission: false,
    timeoutMs: 1000,
    ...over,
  };
}

describe('the rules of the policy', () => {
  it('stand for a permission, or for a tool that has none, the riskiest first', () => {
    const groups = groupTools([
      tool('math.add'),
      tool('notes.create', { permission: 'notes.write', riskLevel: 'medium', requiresPermission: true }),
      tool('notes.update', { permission: 'notes.write', riskLevel: 'high' }),
    ]);
    expect(groups).toEqual([
      { permission: 'notes.write', tools: ['notes.create', 'notes.update'], riskLevel: 'high', byDefault: 'confirm' },
      { permission: 'math.add', tools: ['math.add'], riskLevel: 'safe', byDefault: 'allow' },
    ]);
  });

  it('ask by default as soon as one of its tools asks', () => {
    const asking = tool('b', { permission: 'p', requiresPermission: true });
    const quiet = tool('a', { permission: 'p' });
    expect(groupTools([quiet, asking])[0]?.byDefault).toBe('confirm');
    expect(groupTools([asking, quiet])[0]?.byDefault).toBe('confirm');
  });
});

describe('rules for what is not there', () => {
  it('are those that name neither a permission nor a tool of today', () => {
    const groups = groupTools([tool('notes.create', { permission: 'notes.write' }), tool('math.add')]);
    const policy = {
      'web.fetch': 'deny',
      'notes.write': 'confirm',
      'notes.create': 'deny',
      'math.add': 'allow',
    } as const;
    expect(unknownRules(policy, groups)).toEqual(['web.fetch']);
  });
});

describe('moving an item', () => {
  it('keeps the others in order and stays inside the list', () => {
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moveItem(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
  });
});
