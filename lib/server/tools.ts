import 'server-only';
import { z } from 'zod';
import { standingOf } from '@/lib/agent/permission/rules';
import { returnsForeignText } from '@/lib/agent/permission/untrusted';
import type { RunnableTool, RunSettings, SettingsSource, ToolSource } from '@/lib/agent/ports';
import { metonaToolDefSchema } from '@/lib/ir';

const action = z.enum(['allow', 'confirm', 'deny']);

export const toolViewSchema = metonaToolDefSchema.extend({
  /** Null for what is built in. */
  origin: z.object({ kind: z.enum(['mcp', 'plugin', 'skill']), id: z.string(), name: z.string() }).nullable(),
  /** What the user's rules make of it, before a conversation adds grants or text of strangers. */
  standing: z.object({
    action,
    because: z.enum(['tool_rule', 'permission_rule', 'always_asks', 'default']),
    by_default: z.enum(['allow', 'confirm']),
    asks_when_untrusted: z.boolean(),
  }),
});
type ToolView = z.infer<typeof toolViewSchema>;

function toView(tool: RunnableTool, { policy }: RunSettings): ToolView {
  const { def, origin } = tool;
  const { byDefault, asksWhenUntrusted, ...standing } = standingOf(tool, policy);
  return {
    ...def,
    returnsUntrusted: returnsForeignText(def),
    origin: origin ?? null,
    standing: { ...standing, by_default: byDefault, asks_when_untrusted: asksWhenUntrusted },
  };
}

export function createToolCatalogue(tools: ToolSource, settings: SettingsSource) {
  return {
    async list(userId: string) {
      const [all, rules] = await Promise.all([tools.list(userId), settings.load(userId)]);
      return { items: all.map((tool) => toView(tool, rules)), next_cursor: null };
    },
  };
}
