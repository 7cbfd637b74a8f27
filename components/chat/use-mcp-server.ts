'use client';

import { mcpNames } from '@/lib/client/mcp';
import { itemsOf, type ListOf, type ToolView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';

/**
 * The MCP server that a tool belongs to, as the reader calls it; by the name it has in the tool's own where the tool is
 * not there any more. Null for tools of Metona.
 */
export function useMcpServer(tool: string): { readonly server: string; readonly tool: string } | null {
  const names = mcpNames(tool);
  const { data } = useApi<ListOf<ToolView>>(names === null ? null : '/api/tools', { revalidateIfStale: false });
  if (names === null) return null;
  const origin = itemsOf(data).find(({ name }) => name === tool)?.origin;
  return { server: origin?.name ?? names.server, tool: names.tool };
}
