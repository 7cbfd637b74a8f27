import 'server-only';
import type { Freshness } from '@/lib/agent/ports';
import { hashArgs } from '@/lib/crypto/canonical-json';
import type { McpServerRecord, McpServerStore, OfferedMcpServer } from '@/lib/db/mcp-server-store';
import {
  createMcpAuth,
  describeKind,
  type KnownMcpServer,
  type McpFailure,
  type McpFetch,
  type McpFindings,
  type McpTarget,
  type McpTool,
  noSignIn,
} from '@/lib/extensions/mcp';
import { createBriefMemory } from './brief-memory';
import { storedTools } from './mcp-records';
import type { McpErrorView } from './mcp-schemas';
import type { McpSecrets } from './mcp-secrets';

export interface McpKnownDependencies {
  readonly store: McpServerStore;
  readonly secrets: McpSecrets;
  readonly fetch: McpFetch;
  readonly redirectUrl: string;
  readonly redact: (text: string) => string;
  readonly now: () => number;
}

const maxCached = 500;

/** Failures as they are shown: without the name of the server, which stands beside them. */
export function toErrorView({ kind, detail }: McpFailure, redact: (text: string) => string): McpErrorView {
  const said = detail === '' || kind === 'forbidden_address' ? '' : ` (${redact(detail).slice(0, 300)})`;
  return { code: kind, message: `The server ${describeKind(kind)}${said}.` };
}

/** The servers of a user as they were last seen, and what is kept of what is seen. */
export function createKnownMcpServers({ store, secrets, fetch, redirectUrl, redact, now }: McpKnownDependencies) {
  const memory = createBriefMemory<OfferedMcpServer[]>();
  const toolsByHash = new Map<string, readonly McpTool[]>();

  const remember = (key: string, tools: readonly McpTool[]) => {
    toolsByHash.delete(key);
    toolsByHash.set(key, tools);
    const oldest = toolsByHash.keys().next().value;
    if (toolsByHash.size > maxCached && oldest !== undefined) toolsByHash.delete(oldest);
  };
  const keyOf = ({ id, toolsHash }: Pick<McpServerRecord, 'id' | 'toolsHash'>) => `${id} ${toolsHash}`;

  /** A list of tools is read once for as long as it stays the same. */
  const withTools = async (userId: string, servers: readonly OfferedMcpServer[]): Promise<KnownMcpServer[]> => {
    const listed = servers.filter(({ toolsHash }) => toolsHash !== null);
    const unread = listed.filter((server) => !toolsByHash.has(keyOf(server)));
    const read = new Map<string, readonly McpTool[]>();
    if (unread.length > 0) {
      for (const row of await store.tools(
        userId,
        unread.map(({ id }) => id),
      )) {
        const tools = storedTools(row.tools);
        read.set(row.id, tools);
        remember(keyOf(row), tools);
      }
    }
    return listed.map((server) => ({ ...server, tools: toolsByHash.get(keyOf(server)) ?? read.get(server.id) ?? [] }));
  };

  const toTarget = (row: McpServerRecord): McpTarget => {
    const { id, userId, name, url, revision } = row;
    const headers = secrets.openHeaders(row);
    const hasOwnSignIn = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
    const box = {
      load: async () => {
        const found = await store.find(userId, id);
        return found === null ? {} : secrets.openAccess(found);
      },
      save: (access: Parameters<McpSecrets['sealAccess']>[1]) =>
        store.saveAccess(userId, id, secrets.sealAccess(row, access)),
    };
    const auth = hasOwnSignIn ? noSignIn : createMcpAuth(box, { serverUrl: url, redirectUrl, fetch });
    return { id, userId, name, url, revision, headers, auth };
  };

  return {
    offered: (userId: string, of?: Freshness): Promise<OfferedMcpServer[]> =>
      memory[of?.as === 'lately' ? 'recall' : 'renew'](userId, () => store.offered(userId)),

    withTools,
    toTarget,

    async target(userId: string, serverId: string): Promise<McpTarget | null> {
      const row = await store.find(userId, serverId);
      return row?.enabled ? toTarget(row) : null;
    },

    /** Runs a change of a user's servers by this process, which all who look afterwards see. */
    change: <Result>(userId: string, write: () => Promise<Result>): Promise<Result> => memory.around(userId, write),

    async saveFindings({ userId, id, revision }: McpTarget, found: McpFindings): Promise<void> {
      const { tools, leftOut, info, latencyMs } = found;
      const toolsHash = hashArgs(tools.map((tool) => ({ ...tool })));
      const seen = { tools, toolsHash, leftOut, info, latencyMs, at: new Date(now()) };
      await memory.around(userId, () => store.saveSeen({ userId, id, revision }, seen));
    },

    async saveFailure({ userId, id, revision }: McpTarget, failure: McpFailure): Promise<void> {
      const state = failure.kind === 'sign_in_needed' ? 'sign_in_needed' : 'failed';
      const error = toErrorView(failure, redact);
      const seen = { state, error, at: new Date(now()) };
      await memory.around(userId, () => store.saveFailure({ userId, id, revision }, seen));
    },
  };
}
export type KnownMcpServers = ReturnType<typeof createKnownMcpServers>;
