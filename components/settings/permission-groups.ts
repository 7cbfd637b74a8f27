import type { PolicyRule, ToolView } from '@/lib/client/resources';
import type { MetonaRiskLevel } from '@/lib/ir';

/** What one rule of the policy covers. */
export interface PermissionGroup {
  readonly permission: string;
  readonly tools: readonly string[];
  /** The highest of its tools. */
  readonly riskLevel: MetonaRiskLevel;
  /** What happens without a rule. */
  readonly byDefault: 'allow' | 'confirm';
}

const ranks: Readonly<Record<MetonaRiskLevel, number>> = { safe: 0, low: 1, medium: 2, high: 3, critical: 4 };

function addTool(group: PermissionGroup | undefined, tool: ToolView): PermissionGroup {
  const permission = tool.permission ?? tool.name;
  const asks = tool.requiresPermission || ranks[tool.riskLevel] >= ranks.medium;
  if (group === undefined) {
    return { permission, tools: [tool.name], riskLevel: tool.riskLevel, byDefault: asks ? 'confirm' : 'allow' };
  }
  return {
    permission,
    tools: [...group.tools, tool.name],
    riskLevel: ranks[tool.riskLevel] > ranks[group.riskLevel] ? tool.riskLevel : group.riskLevel,
    byDefault: asks ? 'confirm' : group.byDefault,
  };
}

/** Tools by the permission they ask for, the riskiest first; a tool without one stands for itself. */
export function groupTools(tools: readonly ToolView[]): readonly PermissionGroup[] {
  const groups = new Map<string, PermissionGroup>();
  for (const tool of tools) {
    const key = tool.permission ?? tool.name;
    groups.set(key, addTool(groups.get(key), tool));
  }
  return [...groups.values()].sort(
    (left, right) => ranks[right.riskLevel] - ranks[left.riskLevel] || left.permission.localeCompare(right.permission),
  );
}

/** Rules for permissions and tools that are not there now; they hold again when those come back. */
export function unknownRules(
  policy: Readonly<Record<string, PolicyRule>>,
  groups: readonly PermissionGroup[],
): readonly string[] {
  const known = new Set(groups.flatMap(({ permission, tools }) => [permission, ...tools]));
  return Object.keys(policy)
    .filter((name) => !known.has(name))
    .sort();
}
