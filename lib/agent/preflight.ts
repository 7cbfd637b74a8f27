import type { MetonaToolCall, MetonaToolErrorCode } from '@/lib/ir';
import { ASK_AT_REPEATS } from './loop-guard';
import { evaluatePermission } from './permission/rules';
import type { Grant, RunnableTool, RunSettings } from './ports';

export type Preflight =
  | { kind: 'ready' }
  | { kind: 'ask'; reason: string }
  | { kind: 'refused'; errorCode: MetonaToolErrorCode; error: string };

/** What a call is checked against before anything runs. */
export interface PreflightRules {
  readonly known: ReadonlyMap<string, RunnableTool>;
  readonly allowed: ReadonlyMap<string, RunnableTool>;
  readonly settings: RunSettings;
  readonly grants: readonly Grant[];
}

/**
 * exists → allowed in this run → JSON → schema → deny rules → loop guard → policy. A person is never asked about a call
 * that cannot run. `repeats` tells how many times in a row this call has been made by now.
 */
export function checkCall(call: MetonaToolCall, rules: PreflightRules, repeats = 1): Preflight {
  const tool = rules.allowed.get(call.name);
  if (!tool) return refuseName(call, rules);
  if (call.parseError !== undefined) {
    return refuse('invalid_args', `The arguments of ${call.name} are not a JSON object: ${call.parseError}`);
  }
  const check = tool.check(call.args);
  if (!check.ok) {
    const issues = check.issues.map(({ path, message }) => `${path || '(arguments)'}: ${message}`).join('; ');
    return refuse('invalid_args', `Invalid arguments for ${call.name}: ${issues}`);
  }
  const verdict = evaluatePermission({ tool, policy: rules.settings.policy, grants: rules.grants });
  if (verdict.action === 'deny') return refuse('denied', verdict.reason);
  if (repeats >= ASK_AT_REPEATS) return { kind: 'ask', reason: `The same call was made ${repeats} times in a row.` };
  return verdict.action === 'ask' ? { kind: 'ask', reason: verdict.reason } : { kind: 'ready' };
}

function refuse(errorCode: MetonaToolErrorCode, error: string): Preflight {
  return { kind: 'refused', errorCode, error };
}

function refuseName(call: MetonaToolCall, rules: PreflightRules): Preflight {
  if (rules.known.has(call.name)) return refuse('not_allowed', `The tool ${call.name} is not allowed in this run.`);
  const names = [...rules.allowed.keys()].join(', ') || 'none';
  return refuse('unknown_tool', `There is no tool named ${call.name}. Available tools: ${names}.`);
}
