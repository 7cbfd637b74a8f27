import { type GrantScope, MetonaRiskLevel, type MetonaToolDef, PermissionReason } from '@/lib/ir';
import type { Grant, PolicyRule, RunnableTool } from '../ports';
import { hostOfCall, isBoundToHost } from './host';
import { permissionOf } from './permission-of';

/**
 * Permissions whose use is confirmed unless the user decided otherwise, and every time once a stranger's text could make
 * the model use them.
 */
const SENSITIVE = new Set(['notes.write', 'notes.delete', 'network.request', 'secrets.use']);
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

/** A denial of the tool or of its permission wins; else what is said about the tool comes before its permission. */
function ruleFor(def: MetonaToolDef, policy: Readonly<Record<string, PolicyRule>>): PolicyRule | undefined {
  const [own, general] = [def.name, permissionOf(def)].map((key) =>
    Object.hasOwn(policy, key) ? policy[key] : undefined,
  );
  return own === 'deny' || general === 'deny' ? 'deny' : (own ?? general);
}

function forcedReason(def: MetonaToolDef, isTainted: boolean): PermissionReason | null {
  const permission = permissionOf(def);
  if (isTainted && SENSITIVE.has(permission)) return PermissionReason.UNTRUSTED;
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
  const rule = ruleFor(def, call.policy);
  if (rule === 'deny') return { action: 'deny', reason: `Your settings deny ${permission}.` };
  const forced = forcedReason(def, call.isTainted);
  if (forced) return { action: 'ask', reason: forced, forced: true };
  if (isGranted(call) || rule === 'allow') return { action: 'allow' };
  if (rule === 'confirm') return { action: 'ask', reason: PermissionReason.POLICY, forced: false };
  const harmless = def.riskLevel === MetonaRiskLevel.SAFE || def.riskLevel === MetonaRiskLevel.LOW;
  if (harmless && !def.requiresPermission && !SENSITIVE.has(permission)) return { action: 'allow' };
  return { action: 'ask', reason: PermissionReason.DEFAULT, forced: false };
}
