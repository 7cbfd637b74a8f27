import 'server-only';
import type { ToolSource } from '@/lib/agent/ports';

export function createToolCatalogue(tools: ToolSource) {
  return {
    async list(userId: string) {
      return { items: (await tools.list(userId)).map((tool) => tool.def), next_cursor: null };
    },
  };
}
