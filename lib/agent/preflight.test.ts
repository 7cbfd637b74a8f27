import { describe, expect, it } from 'vitest';
import type { MetonaRiskLevel, MetonaToolCall } from '@/lib/ir';
import type { ArgumentCheck, RunnableTool } from './ports';
import { checkCall, refuseBeyond } from './preflight';

function tool(name: string, riskLevel: MetonaRiskLevel): RunnableTool {
  const def = {
    name,
    description: '',
    category: 'custom',
    riskLevel,
    requiresPermission: false,
    timeoutMs: 1,
  } as const;
  const check = (args: Record<string, unknown>): ArgumentCheck => {
    const issues = Object.entries(args).filter(([, value]) => typeof value !== 'number');
    if (issues.length === 0) return { ok: true, args };
    return { ok: false, issues: issues.map(([path]) => ({ path, message: 'must be a number' })) };
  };
  const parameters = { type: 'object', properties: {} } as const;
  return { def: { ...def, parameters }, identity: name, check, execute: async () => ({ result: null }) };
}

const read = tool('box.read', 'safe');
const write = tool('box.write', 'high');
const other = tool('box.other', 'safe');
const byName = (tools: RunnableTool[]) => new Map(tools.map((tool) => [tool.def.name, tool]));
const rules = {
  known: byName([read, write, other]),
  allowed: byName([read, write]),
  settings: { policy: {}, memoryMode: 'off' },
  grants: [],
  isTainted: false,
} as const;

function call(name: string, more: Partial<MetonaToolCall> = {}): MetonaToolCall {
  return { id: 'tc_1', name, args: {}, iteration: 1, timestamp: 0, ...more };
}

describe('checkCall', () => {
  it('lets a harmless call run and asks about another', () => {
    expect(checkCall(call('box.read', { args: { page: 1 } }), rules)).toEqual({ kind: 'ready' });
    expect(checkCall(call('box.write'), rules)).toMatchObject({ kind: 'ask' });
  });

  it.each(['nope', 'constructor', '__proto__', 'hasOwnProperty', ''])(
    'situation 20: says that %j does not exist, and what does',
    (name) => {
      const verdict = checkCall(call(name), rules);
      expect(verdict).toMatchObject({ kind: 'refused', errorCode: 'unknown_tool' });
      expect(verdict).toHaveProperty('error', expect.stringContaining('box.read, box.write'));
    },
  );

  it('says that a known tool is not allowed here, whatever its arguments', () => {
    expect(checkCall(call('box.other', { parseError: 'bad' }), rules)).toMatchObject({ errorCode: 'not_allowed' });
  });

  it('refuses broken arguments before anybody is asked', () => {
    const broken = call('box.write', { rawArgs: '{', parseError: 'unexpected end' });
    expect(checkCall(broken, rules)).toMatchObject({
      kind: 'refused',
      errorCode: 'invalid_args',
      error: expect.stringContaining('unexpected end'),
    });
    expect(checkCall(call('box.write', { args: { extra: 'x' } }), rules)).toMatchObject({ errorCode: 'invalid_args' });
  });

  it('names the argument that is wrong', () => {
    const verdict = checkCall(call('box.read', { args: { page: 'one' } }), rules);
    expect(verdict).toMatchObject({ errorCode: 'invalid_args', error: expect.stringContaining('page:') });
  });

  it('denies what a rule denies', () => {
    const denying = { ...rules, settings: { policy: { 'box.read': 'deny' }, memoryMode: 'off' } } as const;
    expect(checkCall(call('box.read', { args: { page: 1 } }), denying)).toMatchObject({ errorCode: 'denied' });
    expect(checkCall(call('box.read', { args: { page: 1 } }), denying, 3)).toMatchObject({ errorCode: 'denied' });
  });

  it('asks about the same call from the third time on, whatever was allowed', () => {
    const granting = {
      ...rules,
      settings: { policy: { 'box.read': 'allow' }, memoryMode: 'off' },
      grants: [{ id: 'pg_1', toolIdentity: 'box.write', host: null }],
    } as const;
    for (const name of ['box.read', 'box.write']) {
      expect(checkCall(call(name), granting, 2)).toEqual({ kind: 'ready' });
      expect(checkCall(call(name), granting, 3)).toEqual({ kind: 'ask', reason: 'repeated_call' });
    }
    expect(checkCall(call('box.read', { args: { page: 'one' } }), granting, 3)).toMatchObject({ kind: 'refused' });
  });
});

describe('refuseBeyond', () => {
  it('lets the first calls of an answer run and counts none that were refused anyway', () => {
    const refused = { kind: 'refused', errorCode: 'unknown_tool', error: 'no such tool' } as const;
    const ask = { kind: 'ask', reason: 'asks_by_default' } as const;
    const found = refuseBeyond([refused, { kind: 'ready' }, ask, { kind: 'ready' }, ask], 2);
    expect(found.map((each) => (each.kind === 'refused' ? each.errorCode : each.kind))).toEqual([
      'unknown_tool',
      'ready',
      'ask',
      'not_allowed',
      'not_allowed',
    ]);
  });
});
