import type { PolicyRule, ToolView } from '@/lib/client/resources';
import type { MetonaToolCategory } from '@/lib/ir';

/** Tools under one heading: a category of what is built in, or one server, plugin or skill. */
export interface ToolGroup {
  readonly key: string;
  readonly category: MetonaToolCategory;
  readonly origin: ToolView['origin'];
  readonly tools: readonly ToolView[];
}

const order: readonly MetonaToolCategory[] = [
  ...(['filesystem', 'database', 'search', 'network', 'calculation', 'code_execution', 'custom', 'mcp'] as const),
];

const rankOf = (group: ToolGroup) => (group.origin === null ? order.indexOf(group.category) : order.length);

/** Built-in tools by category, then what was added, by what brought it; names in order. */
export function groupByOrigin(tools: readonly ToolView[]): readonly ToolGroup[] {
  const groups = new Map<string, ToolGroup>();
  for (const tool of tools) {
    const { origin, category } = tool;
    const key = origin === null ? category : `${origin.kind}:${origin.id}`;
    const known = groups.get(key)?.tools ?? [];
    groups.set(key, { key, category, origin, tools: [...known, tool] });
  }
  return [...groups.values()]
    .map((group) => ({ ...group, tools: [...group.tools].sort((one, other) => one.name.localeCompare(other.name)) }))
    .sort((one, other) => rankOf(one) - rankOf(other) || one.key.localeCompare(other.key));
}

export interface ToolFilter {
  readonly text: string;
  readonly action: PolicyRule | null;
}

/** Tools in which every word of the text occurs, in their name, their permission or what is said about them. */
export function filterTools(
  tools: readonly ToolView[],
  { text, action }: ToolFilter,
  aboutOf: (tool: ToolView) => string,
): readonly ToolView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    if (action !== null && tool.standing.action !== action) return false;
    const about = [tool.name, tool.permission ?? '', tool.origin?.name ?? '', tool.description, aboutOf(tool)];
    const searched = about.join('\n').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
