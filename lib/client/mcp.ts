import { api } from './api';

export type McpErrorCode =
  | 'forbidden_address'
  | 'unreachable'
  | 'timeout'
  | 'redirect'
  | 'too_large'
  | 'sign_in_needed'
  | 'refused'
  | 'not_mcp'
  | 'protocol'
  | 'no_sign_in'
  | 'cancelled'
  | 'busy';

export interface McpError {
  readonly code: McpErrorCode;
  readonly message: string;
}

export type McpLeftOutReason = 'no_name' | 'name_taken' | 'bad_schema' | 'schema_too_large' | 'too_many';

/** An MCP server as the API answers. Times are ISO 8601. */
export interface McpServerView {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly state: 'unchecked' | 'ready' | 'failed' | 'sign_in_needed';
  readonly error: McpError | null;
  readonly checked_at: string | null;
  readonly latency_ms: number | null;
  readonly server: { readonly name: string; readonly version: string; readonly protocol_version: string } | null;
  readonly headers: readonly { readonly name: string; readonly last4: string | null }[];
  readonly signed_in: boolean;
  readonly tools: readonly { readonly name: string }[];
  readonly left_out: readonly { readonly name: string; readonly reason: McpLeftOutReason }[];
}

export interface McpTest {
  readonly ok: boolean;
  readonly error: McpError | null;
  readonly server: McpServerView;
}

export interface McpServerChange {
  readonly name?: string;
  readonly url?: string;
  readonly enabled?: boolean;
  readonly headers?: Readonly<Record<string, string | null>>;
}

const path = (id: string) => `/api/mcp-servers/${encodeURIComponent(id)}`;

export const mcpApi = {
  list: '/api/mcp-servers',
  add: (server: McpServerChange) => api.post<McpServerView>('/api/mcp-servers', server),
  change: (id: string, change: McpServerChange) => api.patch<McpServerView>(path(id), change),
  remove: (id: string) => api.delete(path(id)),
  test: (id: string) => api.post<McpTest>(`${path(id)}/test`),
  signIn: (id: string) => api.post<{ readonly authorization_url: string | null }>(`${path(id)}/sign-in`),
  signOut: (id: string) => api.delete(`${path(id)}/sign-in`),
  /** Hands over what the page of a sign-in led back with. */
  complete: (brought: Readonly<Record<string, string>>) =>
    api.post<McpTest>('/api/mcp-servers/oauth/callback', brought),
};

/** The names in `mcp.<server>.<tool>`; null for other tools. */
export function mcpNames(tool: string): { readonly server: string; readonly tool: string } | null {
  const [, server, name] = /^mcp\.([a-z0-9-]+)\.(.+)$/.exec(tool) ?? [];
  return server !== undefined && name !== undefined ? { server, tool: name } : null;
}
