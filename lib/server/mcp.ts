import 'server-only';
import type { Logger, ToolSource } from '@/lib/agent/ports';
import type { PrismaClient } from '@/lib/db/client';
import { createMcpServerStore } from '@/lib/db/mcp-server-store';
import { createMcpFetch, createMcpTools, McpConnections } from '@/lib/extensions/mcp';
import type { Env } from './env';
import { createKnownMcpServers } from './mcp-known';
import { createMcpSecrets } from './mcp-secrets';
import { createMcpServers } from './mcp-servers';
import { createMcpSignIn } from './mcp-sign-in';
import { createMcpWayOut } from './outbound';
import { productVersion } from './product-version';
import type { SecretVault } from './secret-vault';

export interface McpFoundation {
  readonly env: Pick<Env, 'port' | 'mcpPrivateOrigins' | 'url'>;
  readonly database: PrismaClient;
  readonly vault: SecretVault;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly redact: (text: string) => string;
  readonly log: Logger;
}

/** Answers may take as long as a tool may, and a stream may be silent for as long as a connection is kept. */
const limits = { maxBytes: 8 * 1024 * 1024, firstByteTimeoutMs: 150_000, idleTimeoutMs: 6 * 60_000 };
const staleMs = 60 * 60_000;
const retryMs = 10 * 60_000;

/** MCP servers: what a user manages, and the tools that come of it. */
export function assembleMcp({ env, database, vault, now, newId, redact, log }: McpFoundation) {
  const wayOut = createMcpWayOut(env);
  const fetch = createMcpFetch(wayOut, limits);
  const store = createMcpServerStore(database, now);
  const secrets = createMcpSecrets(vault);
  const redirectUrl = `${env.url}/api/mcp-servers/oauth/callback`;
  const known = createKnownMcpServers({ store, secrets, fetch, redirectUrl, redact, now });
  const connections = new McpConnections({
    fetch,
    version: productVersion(),
    now,
    onFindings: known.saveFindings,
    onFailure: known.saveFailure,
  });
  const assertAllowed = (url: string) => wayOut.assertAllowed(url);
  const servers = createMcpServers({ store, secrets, known, connections, assertAllowed, redact, newId });
  const test = async (userId: string, serverId: string) =>
    await servers.test(userId, await servers.own(userId, serverId));
  const signIn = createMcpSignIn({ store, secrets, known, connections, fetch, redirectUrl, now, test });

  /** A list that has not been looked at for long is looked at again, beside whatever is being done. */
  const triedAt = new Map<string, number>();
  const look = async (userId: string, serverId: string) => {
    const target = await known.target(userId, serverId);
    if (target) await connections.look(target);
  };
  const refreshStale = (userId: string, offered: Awaited<ReturnType<typeof known.offered>>) => {
    for (const { id, checkedAt } of offered) {
      const isStale = now() - (checkedAt?.getTime() ?? 0) > staleMs && now() - (triedAt.get(id) ?? 0) > retryMs;
      if (!isStale) continue;
      triedAt.set(id, now());
      look(userId, id).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : 'unknown';
        log.warn({ userId, serverId: id, error: why }, 'the tools of an MCP server could not be looked at again');
      });
    }
  };

  const tools: ToolSource = createMcpTools({
    servers: {
      target: known.target,
      async list(userId, of) {
        const offered = await known.offered(userId, of);
        refreshStale(userId, offered);
        return await known.withTools(userId, offered);
      },
    },
    connections,
    redact,
  });
  return {
    mcpTools: tools,
    mcpServers: { ...servers, signIn },
    closeMcp: async () => {
      await connections.close();
      await wayOut.close();
    },
  };
}
