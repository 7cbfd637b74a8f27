import { describe, expect, it } from 'vitest';
import type { MetonaRiskLevel, MetonaToolDef } from '@/lib/ir';
import type { Grant, PolicyRule, RunnableTool } from '../ports';
import { permissionOf } from './permission-of';
import { evaluatePermission, grantScopeOf, standingOf } from './rules';

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

interface Case {
  readonly tool: RunnableTool;
  readonly policy?: Readonly<Record<string, PolicyRule>>;
  readonly grants?: readonly Grant[];
  readonly args?: Record<string, unknown>;
  readonly isTainted?: boolean;
}

/** The verdict in a word: what is done, `!` when nothing could have avoided it, and why it is asked. */
function verdictOf({ policy = {}, grants = [], args = {}, isTainted = false, ...of }: Case): string {
  const verdict = evaluatePermission({ tool: of.tool, args, policy, grants, isTainted });
  return verdict.action === 'ask' ? `ask${verdict.forced ? '!' : ''} ${verdict.reason}` : verdict.action;
}

const grant: Grant = { id: 'pg_1', toolIdentity: 'box-1', host: null };
const writes = { permission: 'notes.write', requiresPermission: true };
const network = tool('low', { permission: 'network.request', category: 'network' });
const secret = tool('low', { permission: 'secrets.use' });
const byDefault = 'ask asks_by_default';

describe('evaluatePermission', () => {
  it.each<[string, Case, string]>([
    ['safe', { tool: tool('safe') }, 'allow'],
    ['low', { tool: tool('low') }, 'allow'],
    ['medium', { tool: tool('medium') }, byDefault],
    ['high', { tool: tool('high') }, byDefault],
    ['critical', { tool: tool('critical') }, 'ask! always_asks'],
    ['safe that says it asks', { tool: tool('safe', { requiresPermission: true }) }, byDefault],
    ['notes.write', { tool: tool('safe', writes) }, byDefault],
    ['notes.delete', { tool: tool('safe', { permission: 'notes.delete' }) }, byDefault],
    ['network.request', { tool: network }, byDefault],
    ['secrets.use', { tool: secret }, 'ask! always_asks'],
    ['granted', { tool: tool('high', writes), grants: [grant] }, 'allow'],
    ['grant of another tool', { tool: tool('high'), grants: [{ ...grant, toolIdentity: 'box-2' }] }, byDefault],
    ['grant for a host only', { tool: tool('high'), grants: [{ ...grant, host: 'example.org' }] }, byDefault],
    ['a policy key of the prototype', { tool: tool('medium', { name: 'constructor' }) }, byDefault],
  ])('decides by default about %s', (...row) => {
    const [, given, wanted] = row;
    expect(verdictOf(given)).toBe(wanted);
  });

  it.each<[string, Case, string]>([
    ['permission denied', { tool: tool('safe', writes), policy: { 'notes.write': 'deny' }, grants: [grant] }, 'deny'],
    ['tool denied', { tool: tool('safe'), policy: { 'box.open': 'deny' } }, 'deny'],
    ['critical denied', { tool: tool('critical'), policy: { 'box.open': 'deny' } }, 'deny'],
    ['permission allowed', { tool: tool('high', writes), policy: { 'notes.write': 'allow' } }, 'allow'],
    ['tool confirmed', { tool: tool('safe'), policy: { 'box.open': 'confirm' } }, 'ask policy_confirm'],
    [
      'tool allowed, permission confirmed',
      { tool: tool('safe', writes), policy: { 'box.open': 'allow', 'notes.write': 'confirm' } },
      'allow',
    ],
    [
      'tool confirmed, permission allowed',
      { tool: tool('safe', writes), policy: { 'box.open': 'confirm', 'notes.write': 'allow' } },
      'ask policy_confirm',
    ],
    [
      'tool allowed, permission denied',
      { tool: tool('safe', writes), policy: { 'box.open': 'allow', 'notes.write': 'deny' } },
      'deny',
    ],
    [
      'tool denied, permission allowed',
      { tool: tool('safe', writes), policy: { 'box.open': 'deny', 'notes.write': 'allow' } },
      'deny',
    ],
    [
      'confirmed, then granted',
      { tool: tool('high', writes), policy: { 'notes.write': 'confirm' }, grants: [grant] },
      'allow',
    ],
    [
      'critical, allowed and granted',
      { tool: tool('critical'), policy: { 'box.open': 'allow' }, grants: [grant] },
      'ask! always_asks',
    ],
    [
      'a secret, allowed and granted',
      { tool: secret, policy: { 'secrets.use': 'allow' }, grants: [grant] },
      'ask! always_asks',
    ],
  ])('follows the rules, denials before all else: %s', (...row) => {
    const [, given, wanted] = row;
    expect(verdictOf(given)).toBe(wanted);
  });

  const sensitive = ['notes.write', 'notes.delete', 'tasks.write', 'network.request', 'secrets.use'];

  it.each(sensitive)('asks every time about %s once text of strangers is there, whatever allowed it', (permission) => {
    const asking = tool('safe', { permission });
    const policy = { [permission]: 'allow', 'box.open': 'allow' } as const;
    const grants = [grant, { ...grant, host: 'a.example' }];
    const args = { url: 'https://a.example/' };
    expect(verdictOf({ tool: asking, policy, grants, args, isTainted: true })).toBe('ask! untrusted_content');
    expect(verdictOf({ tool: asking, policy: { [permission]: 'deny' }, isTainted: true })).toBe('deny');
  });

  it('asks about a tool that says so itself, once text of strangers is there', () => {
    const keeps: RunnableTool = { ...tool('low', { permission: 'memory.write' }), asksAfterStrangers: true };
    const policy = { 'memory.write': 'allow' } as const;
    expect(verdictOf({ tool: keeps })).toBe('allow');
    expect(verdictOf({ tool: keeps, policy, grants: [grant], isTainted: true })).toBe('ask! untrusted_content');
  });

  it('leaves what can do no harm alone, strangers or not', () => {
    expect(verdictOf({ tool: tool('safe', { permission: 'notes.read' }), isTainted: true })).toBe('allow');
    expect(verdictOf({ tool: tool('high'), grants: [grant], isTainted: true })).toBe('allow');
  });

  it.each<[string, string | null, string]>([
    ['https://a.example/x?y=1', 'a.example', 'allow'],
    ['HTTP://A.Example.:80/', 'a.example', 'allow'],
    ['https://a.example:8443/', 'a.example', byDefault],
    ['https://a.example.evil.test/', 'a.example', byDefault],
    ['https://a.example@evil.test/', 'a.example', byDefault],
    ['https://a.example\\@evil.test/', 'a.example', 'allow'],
    ['https://b.example/?u=https://a.example/', 'a.example', byDefault],
    ['https://a.example/', null, byDefault],
    ['ftp://a.example/', 'a.example', byDefault],
    ['no url', null, byDefault],
  ])('situation 42: binds a grant for the network to its host: %s with a grant for %s', (url, host, wanted) => {
    expect(verdictOf({ tool: network, args: { url }, grants: [{ ...grant, host }] })).toBe(wanted);
  });
});

describe('grantScopeOf', () => {
  it('covers the tool in this session', () => {
    expect(grantScopeOf(tool('high'), {}, 's_1')).toEqual({ session_id: 's_1', tool: 'box.open' });
  });

  it('covers one host of a tool that reaches the network, and nothing where none is named', () => {
    const scope = { session_id: 's_1', tool: 'box.open', host: 'a.example' };
    expect(grantScopeOf(network, { url: 'https://a.example/x' }, 's_1')).toEqual(scope);
    expect(grantScopeOf(network, { query: 'a.example' }, 's_1')).toBeNull();
    const own = { ...network, hostOf: ({ place }: Record<string, unknown>) => String(place) };
    expect(grantScopeOf(own, { place: 'b.example' }, 's_1')?.host).toBe('b.example');
  });

  it('falls back to the name where there is no permission', () => {
    expect([permissionOf(tool('low').def), permissionOf(tool('low', writes).def)]).toEqual(['box.open', 'notes.write']);
  });
});

describe('standingOf', () => {
  const standing = (of: RunnableTool, policy: Readonly<Record<string, PolicyRule>> = {}) => {
    const { action, because, byDefault: without, asksWhenUntrusted } = standingOf(of, policy);
    return [action, because, without, asksWhenUntrusted].join(' ');
  };

  it('says whose word holds, and what would hold without it', () => {
    const notes = tool('low', writes);
    expect(standing(tool('safe'))).toBe('allow default allow false');
    expect(standing(tool('high'))).toBe('confirm default confirm false');
    expect(standing(notes)).toBe('confirm default confirm true');
    expect(standing(notes, { 'box.open': 'allow', 'notes.write': 'confirm' })).toBe('allow tool_rule confirm true');
    expect(standing(notes, { 'notes.write': 'allow' })).toBe('allow permission_rule confirm true');
    expect(standing(notes, { 'box.open': 'allow', 'notes.write': 'deny' })).toBe('deny permission_rule confirm true');
    expect(standing(notes, { 'box.open': 'deny', 'notes.write': 'allow' })).toBe('deny tool_rule confirm true');
    expect(standing(secret, { 'secrets.use': 'allow' })).toBe('confirm always_asks confirm true');
    expect(standing(secret, { 'secrets.use': 'deny' })).toBe('deny permission_rule confirm true');
  });

  it('agrees with what happens to a call', () => {
    const actions = { ask: 'confirm', allow: 'allow', deny: 'deny' } as const;
    const rules: (PolicyRule | undefined)[] = [undefined, 'allow', 'confirm', 'deny'];
    const tools = [tool('safe'), tool('medium', writes), tool('critical'), network, secret];
    for (const of of tools)
      for (const own of rules)
        for (const general of rules) {
          const policy = {
            ...(general && { [permissionOf(of.def)]: general }),
            ...(own && { [of.def.name]: own }),
          };
          const call = { tool: of, args: { url: 'https://a.example/' }, policy, grants: [], isTainted: false };
          const happens = actions[evaluatePermission(call).action];
          expect([of.def.riskLevel, policy, standingOf(of, policy).action]).toEqual([
            of.def.riskLevel,
            policy,
            happens,
          ]);
        }
  });
});
