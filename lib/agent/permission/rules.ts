import { type GrantScope, MetonaRiskLevel, type MetonaToolDef, PermissionReason } from '@/lib/ir';
import type { Grant, PolicyRule, RunnableTool } from '../ports';
import { hostOfCall, isBoundToHost } from './host';
import { permissionOf } from './permission-of';

/**
 * Permissions whose use is confirmed unless the user decided otherwise, and every time once a stranger's text could make
 * the model use them.
 */
const SENSITIVE = new Set(['notes.write', 'notes.delete', 'tasks.write', 'network.request', 'secrets.use']);
/** Permissions that always ask, whatever was granted. */
const ALWAYS_ASK = new Set(['secrets.use']);

export type Verdict =
  | { action: 'allow' }
  | { action: 'deny'; reason: string }
  | { action: 'ask'; reason: PermissionReason; forced: boolean };

/** A call as the rules see it. `isTainted`: text of strangers has entered the conversation. */
export interface RuledCall {
  readonly tool: RunnableTool;
  readonly args: Record<string, unknown>;
  readonly policy: Readonly<Record<string, PolicyRule>>;
  readonly grants: readonly Grant[];
  readonly isTainted: boolean;
}

type Policy = Readonly<Record<string, PolicyRule>>;

/** Which rule of the policy holds for a tool, and by whose name it stands there. */
interface AppliedRule {
  readonly rule: PolicyRule;
  readonly of: 'tool' | 'permission';
}

/** A denial of the tool or of its permission wins; else what is said about the tool comes before its permission. */
function ruleFor(def: MetonaToolDef, policy: Policy): AppliedRule | null {
  const ruleOf = (key: string) => (Object.hasOwn(policy, key) ? policy[key] : undefined);
  const [own, general] = [ruleOf(def.name), ruleOf(permissionOf(def))];
  if (own === 'deny' || (own !== undefined && general !== 'deny')) return { rule: own, of: 'tool' };
  return general === undefined ? null : { rule: general, of: 'permission' };
}

function asksByDefault(def: MetonaToolDef): boolean {
  const harmless = def.riskLevel === MetonaRiskLevel.SAFE || def.riskLevel === MetonaRiskLevel.LOW;
  return !harmless || def.requiresPermission || SENSITIVE.has(permissionOf(def));
}

function forcedReason({ def, asksAfterStrangers }: RunnableTool, isTainted: boolean): PermissionReason | null {
  const permission = permissionOf(def);
  if (isTainted && (SENSITIVE.has(permission) || asksAfterStrangers)) return PermissionReason.UNTRUSTED;
  return def.riskLevel === MetonaRiskLevel.CRITICAL || ALWAYS_ASK.has(permission) ? PermissionReason.ALWAYS : null;
}

function isGranted({ tool, args, grants }: RuledCall): boolean {
  const host = hostOfCall(tool, args);
  if (host === null && isBoundToHost(tool)) return false;
  return grants.some((grant) => grant.toolIdentity === tool.identity && grant.host === host);
}

/** What a grant for calls like this one covers in this session; null where none could be told in words. */
export function grantScopeOf(tool: RunnableTool, args: Record<string, unknown>, sessionId: string): GrantScope | null {
  const scope = { session_id: sessionId, tool: tool.def.name };
  if (!isBoundToHost(tool)) return scope;
  const host = hostOfCall(tool, args);
  return host === null ? null : { ...scope, host };
}

/** Deny rules, then what always asks, then live grants, then allow rules, then the default by risk. */
export function evaluatePermission(call: RuledCall): Verdict {
  const { def } = call.tool;
  const permission = permissionOf(def);
  const rule = ruleFor(def, call.policy)?.rule;
  if (rule === 'deny') return { action: 'deny', reason: `Your settings deny ${permission}.` };
  const forced = forcedReason(call.tool, call.isTainted);
  if (forced) return { action: 'ask', reason: forced, forced: true };
  if (isGranted(call) || rule === 'allow') return { action: 'allow' };
  if (rule === 'confirm') return { action: 'ask', reason: PermissionReason.POLICY, forced: false };
  if (!asksByDefault(def)) return { action: 'allow' };
  return { action: 'ask', reason: PermissionReason.DEFAULT, forced: false };
}

/** What holds for a tool before any conversation, and whose word it is. */
export interface Standing {
  readonly action: PolicyRule;
  readonly because: 'tool_rule' | 'permission_rule' | 'always_asks' | 'default';
  /** Without any rule. */
  readonly byDefault: Exclude<PolicyRule, 'deny'>;
  /** Whatever is allowed, it asks once text of strangers is part of the conversation. */
  readonly asksWhenUntrusted: boolean;
}

export function standingOf(tool: RunnableTool, policy: Policy): Standing {
  const { def } = tool;
  const applied = ruleFor(def, policy);
  const alwaysAsks = forcedReason(tool, false) !== null;
  const common = {
    byDefault: alwaysAsks || asksByDefault(def) ? 'confirm' : 'allow',
    asksWhenUntrusted: forcedReason(tool, true) !== null,
  } as const;
  if (alwaysAsks && applied?.rule !== 'deny') return { action: 'confirm', because: 'always_asks', ...common };
  if (applied === null) return { action: common.byDefault, because: 'default', ...common };
  return { action: applied.rule, because: applied.of === 'tool' ? 'tool_rule' : 'permission_rule', ...common };
}
