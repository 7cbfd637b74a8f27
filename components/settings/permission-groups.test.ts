import { describe, expect, it } from 'vitest';
import { groupTools, unknownRules } from './permission-groups';
import { asking, toolView } from './tool-view-for-test';

describe('the rules of the policy', () => {
  it('stand for a permission that tools name, the riskiest first', () => {
    const groups = groupTools([
      toolView('math.add'),
      toolView('box.open', { permission: 'box.open' }),
      toolView('files.look', { permission: 'files.read' }),
      toolView('notes.create', { permission: 'notes.write', riskLevel: 'medium', standing: asking }),
      toolView('notes.update', { permission: 'notes.write', riskLevel: 'high' }),
    ]);
    expect(groups).toEqual([
      {
        permission: 'notes.write',
        tools: ['notes.create', 'notes.update'],
        riskLevel: 'high',
        origin: null,
        byDefault: 'confirm',
      },
      { permission: 'files.read', tools: ['files.look'], riskLevel: 'safe', origin: null, byDefault: 'allow' },
    ]);
  });

  it('tell what brought all of its tools', () => {
    const origin = { kind: 'mcp', id: 'srv_1', name: 'Weather' } as const;
    const own = toolView('mcp.weather.now', { permission: 'mcp.weather', origin });
    const other = toolView('mcp.weather.then', { permission: 'mcp.weather', origin });
    expect(groupTools([own, other])[0]?.origin).toEqual(origin);
    expect(groupTools([own, toolView('box.open', { permission: 'mcp.weather' })])[0]?.origin).toBeNull();
  });

  it('ask by default as soon as one of its tools asks', () => {
    const loud = toolView('b', { permission: 'p', standing: asking });
    const quiet = toolView('a', { permission: 'p' });
    expect(groupTools([quiet, loud])[0]?.byDefault).toBe('confirm');
    expect(groupTools([loud, quiet])[0]?.byDefault).toBe('confirm');
  });
});

describe('rules for what is not there', () => {
  it('are those that name neither a permission nor a tool of today', () => {
    const tools = [toolView('notes.create', { permission: 'notes.write' }), toolView('math.add')];
    const policy = {
      'web.fetch': 'deny',
      'notes.write': 'confirm',
      'notes.create': 'deny',
      'math.add': 'allow',
    } as const;
    expect(unknownRules(policy, tools)).toEqual(['web.fetch']);
  });
});
