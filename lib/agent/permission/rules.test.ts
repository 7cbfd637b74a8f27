import { describe, expect, it } from 'vitest';
import type { MetonaRiskLevel, MetonaToolDef } from '@/lib/ir';
import type { Grant, PolicyRule, RunnableTool } from '../ports';
import { evaluatePermission, grantScopeOf, permissionOf } from './rules';

function tool(riskLevel: MetonaRiskLevel, more: Partial<MetonaToolDef> = {}): RunnableTool {
  const def: MetonaToolDef = {
    name: 'box.open',
    description: '',
    parameters: { type: 'object', properties: {} },
    category: 'custom',
    riskLevel,
    requiresPermission: false,
    timeoutMs: 1_000,
    ...more,
  };
  return { def, identity: 'box-1', check: (args) => ({ ok: true, args }), execute: async () => ({ result: null }) };
}

const grant: Grant = { id: 'pg_1', toolIdentity: 'box-1', host: null };
const writes = { permission: 'notes.write', requiresPermission: true };

describe('evaluatePermission', () => {
  const table: [string, RunnableTool, Record<string, PolicyRule>, Grant[], string][] = [
    ['safe', tool('safe'), {}, [], 'allow'],
    ['low', tool('low'), {}, [], 'allow'],
    ['medium', tool('medium'), {}, [], 'ask'],
    ['high', tool('high'), {}, [], 'ask'],
    ['critical', tool('critical'), {}, [], 'ask!'],
    ['safe that says it asks', tool('safe', { requiresPermission: true }), {}, [], 'ask'],
    ['notes.write', tool('safe', writes), {}, [], 'ask'],
    ['notes.delete', tool('safe', { permission: 'notes.delete' }), {}, [], 'ask'],
    ['network.request', tool('safe', { permission: 'network.request' }), {}, [], 'ask'],
    ['secrets.use', tool('safe', { permission: 'secrets.use' }), {}, [], 'ask!'],
    ['denied by permission', tool('safe', writes), { 'notes.write': 'deny' }, [grant], 'deny'],
    ['denied by name', tool('safe'), { 'box.open': 'deny' }, [], 'deny'],
    ['name before permission', tool('safe', writes), { 'box.open': 'allow', 'notes.write': 'deny' }, [], 'allow'],
    ['denied although critical', tool('critical'), { 'box.open': 'deny' }, [], 'deny'],
    ['allowed by rule', tool('high', writes), { 'notes.write': 'allow' }, [], 'allow'],
    ['confirmed by rule', tool('safe'), { 'box.open': 'confirm' }, [], 'ask'],
    ['granted', tool('high', writes), {}, [grant], 'allow'],
    ['granted although confirmed', tool('high', writes), { 'notes.write': 'confirm' }, [grant], 'allow'],
    ['grant of another tool', tool('high'), {}, [{ ...grant, toolIdentity: 'box-2' }], 'ask'],
    ['grant for a host only', tool('high'), {}, [{ ...grant, host: 'example.org' }], 'ask'],
    ['critical whatever was granted', tool('critical'), { 'box.open': 'allow' }, [grant], 'ask!'],
    [
      'secrets whatever was granted',
      tool('low', { permission: 'secrets.use' }),
      { 'secrets.use': 'allow' },
      [grant],
      'ask!',
    ],
    ['a policy key of the prototype', tool('medium', { name: 'constructor' }), {}, [], 'ask'],
  ];
  it.each(table)('%s', (...row) => {
    const [, runnable, policy, grants, wanted] = row;
    const verdict = evaluatePermission({ tool: runnable, policy, grants });
    expect(`${verdict.action}${verdict.action === 'ask' && verdict.forced ? '!' : ''}`).toBe(wanted);
  });
});

describe('grantScopeOf', () => {
  it('offers a session grant where one would hold', () => {
    expect(grantScopeOf(tool('high').def, 's_1')).toEqual({ session_id: 's_1', tool: 'box.open' });
    expect(grantScopeOf(tool('critical').def, 's_1')).toBeNull();
    expect(grantScopeOf(tool('low', { permission: 'secrets.use' }).def, 's_1')).toBeNull();
  });

  it('falls back to the name where there is no permission', () => {
    expect([permissionOf(tool('low').def), permissionOf(tool('low', writes).def)]).toEqual(['box.open', 'notes.write']);
  });
});
