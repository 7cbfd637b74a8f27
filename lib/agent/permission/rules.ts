import { type GrantScope, MetonaRiskLevel, type MetonaToolDef } from '@/lib/ir';
import type { Grant, PolicyRule, RunnableTool } from '../ports';

/** Permissions whose use is confirmed unless the user decided otherwise. */
const ASK_BY_DEFAULT = new Set(['notes.write', 'notes.delete', 'network.request', 'secrets.use']);
/** Permissions that always ask, whatever was granted. */
const ALWAYS_ASK = new Set(['secrets.use']);

export type Verdict =
  | { action: 'allow' }
  | { action: 'deny'; reason: string }
  | { action: 'ask'; reason: string; forced: boolean };

/** The policy key of a tool: its permission, or its own name when it has none. */
export function permissionOf(def: MetonaToolDef): string {
  return def.permission ?? def.name;
}

function ruleFor(def: MetonaToolDef, policy: Readonly<Record<string, PolicyRule>>): PolicyRule | undefined {
  for (const key of [def.name, permissionOf(def)]) if (Object.hasOwn(policy, key)) return policy[key];
  return undefined;
}

/** Only one call of this tool in this session is covered; never offered for critical tools or those that always ask. */
export function grantScopeOf(def: MetonaToolDef, sessionId: string): GrantScope | null {
  if (def.riskLevel === MetonaRiskLevel.CRITICAL || ALWAYS_ASK.has(permissionOf(def))) return null;
  return { session_id: sessionId, tool: def.name };
}

/** Deny rules, then what always asks, then live grants, then allow rules, then the default by risk. */
export function evaluatePermission(of: {
  tool: RunnableTool;
  policy: Readonly<Record<string, PolicyRule>>;
  grants: readonly Grant[];
}): Verdict {
  const { def, identity } = of.tool;
  const permission = permissionOf(def);
  const rule = ruleFor(def, of.policy);
  if (rule === 'deny') return { action: 'deny', reason: `Your settings deny ${permission}.` };
  if (def.riskLevel === MetonaRiskLevel.CRITICAL || ALWAYS_ASK.has(permission)) {
    return { action: 'ask', reason: `${permission} always asks.`, forced: true };
  }
  if (of.grants.some((grant) => grant.toolIdentity === identity && grant.host === null)) return { action: 'allow' };
  if (rule === 'allow') return { action: 'allow' };
  if (rule === 'confirm') return { action: 'ask', reason: `Your settings ask before ${permission}.`, forced: false };
  const harmless = def.riskLevel === MetonaRiskLevel.SAFE || def.riskLevel === MetonaRiskLevel.LOW;
  if (harmless && !def.requiresPermission && !ASK_BY_DEFAULT.has(permission)) return { action: 'allow' };
  return { action: 'ask', reason: `${permission} asks unless you allow it.`, forced: false };
}
