import type { PolicyRule, ToolView } from '@/lib/client/resources';
import type { MetonaRiskLevel } from '@/lib/ir';

/** What one rule for a permission covers. */
export interface PermissionGroup {
  readonly permission: string;
  readonly tools: readonly string[];
  /** The highest of its tools. */
  readonly riskLevel: MetonaRiskLevel;
  /** What brought its tools; null when they are built in or come from several. */
  readonly origin: ToolView['origin'];
  /** What happens without a rule; it asks as soon as one of its tools does. */
  readonly byDefault: 'allow' | 'confirm';
}

const ranks: Readonly<Record<MetonaRiskLevel, number>> = { safe: 0, low: 1, medium: 2, high: 3, critical: 4 };

function addTool(group: PermissionGroup | undefined, tool: ToolView, permission: string): PermissionGroup {
  const { riskLevel, origin } = tool;
  const byDefault = tool.standing.by_default;
  if (group === undefined) return { permission, tools: [tool.name], riskLevel, origin, byDefault };
  return {
    permission,
    tools: [...group.tools, tool.name],
    riskLevel: ranks[riskLevel] > ranks[group.riskLevel] ? riskLevel : group.riskLevel,
    origin: origin?.id === group.origin?.id ? group.origin : null,
    byDefault: byDefault === 'confirm' ? 'confirm' : group.byDefault,
  };
}

/** Tools by the permission they ask for, the riskiest first; those that name none have a rule of their own only. */
export function groupTools(tools: readonly ToolView[]): readonly PermissionGroup[] {
  const groups = new Map<string, PermissionGroup>();
  for (const tool of tools) {
    const { permission } = tool;
    if (permission === undefined || permission === tool.name) continue;
    groups.set(permission, addTool(groups.get(permission), tool, permission));
  }
  return [...groups.values()].sort(
    (left, right) => ranks[right.riskLevel] - ranks[left.riskLevel] || left.permission.localeCompare(right.permission),
  );
}

/** Rules for permissions and tools that are not there now; they hold again when those come back. */
export function unknownRules(
  policy: Readonly<Record<string, PolicyRule>>,
  tools: readonly ToolView[],
): readonly string[] {
  const known = new Set(tools.flatMap(({ name, permission }) => [name, permission ?? name]));
  return Object.keys(policy)
    .filter((name) => !known.has(name))
    .sort();
}
