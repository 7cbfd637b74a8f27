import { type MetonaToolCall, type MetonaToolErrorCode, PermissionReason } from '@/lib/ir';
import { ASK_AT_REPEATS } from './loop-guard';
import { evaluatePermission } from './permission/rules';
import type { Grant, RunnableTool, RunSettings } from './ports';

export type Preflight =
  | { kind: 'ready' }
  | { kind: 'ask'; reason: PermissionReason }
  | { kind: 'refused'; errorCode: MetonaToolErrorCode; error: string };

/** What a call is checked against before anything runs. */
export interface PreflightRules {
  readonly known: ReadonlyMap<string, RunnableTool>;
  readonly allowed: ReadonlyMap<string, RunnableTool>;
  readonly settings: RunSettings;
  readonly grants: readonly Grant[];
  /** Text of strangers has entered the conversation. */
  readonly isTainted: boolean;
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
  const { grants, isTainted, settings } = rules;
  const verdict = evaluatePermission({ tool, args: call.args, policy: settings.policy, grants, isTainted });
  if (verdict.action === 'deny') return refuse('denied', verdict.reason);
  if (repeats >= ASK_AT_REPEATS) return { kind: 'ask', reason: PermissionReason.REPEATED };
  return verdict.action === 'ask' ? { kind: 'ask', reason: verdict.reason } : { kind: 'ready' };
}

/** Of the calls of one answer the first `room` may run; the others are told to come back, whoever would allow them. */
export function refuseBeyond(preflights: readonly Preflight[], room: number): Preflight[] {
  let taken = 0;
  return preflights.map((found) => {
    if (found.kind === 'refused') return found;
    taken += 1;
    if (taken <= room) return found;
    return refuse('not_allowed', `At most ${room} tool calls may be made in this step; this one was not run.`);
  });
}

function refuse(errorCode: MetonaToolErrorCode, error: string): Preflight {
  return { kind: 'refused', errorCode, error };
}

function refuseName(call: MetonaToolCall, rules: PreflightRules): Preflight {
  if (rules.known.has(call.name)) return refuse('not_allowed', `The tool ${call.name} is not allowed in this run.`);
  const names = [...rules.allowed.keys()].join(', ') || 'none';
  return refuse('unknown_tool', `There is no tool named ${call.name}. Available tools: ${names}.`);
}
