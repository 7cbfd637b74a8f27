import 'server-only';
import { lastFour } from '@/lib/crypto/redact';
import type { McpServerChange, McpServerRecord, McpServerStore } from '@/lib/db/mcp-server-store';
import { type McpConnections, McpFailure, slugOf } from '@/lib/extensions/mcp';
import { conflict, invalid, notFound } from './http/problem';
import { checkMcpAddress } from './mcp-address';
import { type KnownMcpServers, toErrorView } from './mcp-known';
import { headersOf, toMcpServerView } from './mcp-records';
import { type McpServerPatch, type McpServerView, type McpTest, maxHeaders, type NewMcpServer } from './mcp-schemas';
import type { McpHeaders, McpSecrets } from './mcp-secrets';

export interface McpServerDependencies {
  readonly store: McpServerStore;
  readonly secrets: McpSecrets;
  readonly known: KnownMcpServers;
  readonly connections: McpConnections;
  readonly assertAllowed: (url: string) => Promise<void>;
  readonly redact: (text: string) => string;
  readonly newId: (prefix: string) => string;
}

const maxServers = 32;

const originOf = (url: string) => new URL(url).origin;

/** The headers after a change; names are compared as the wire does, whatever their case. */
function mergeHeaders(before: McpHeaders, change: NonNullable<McpServerPatch['headers']>): McpHeaders {
  const merged = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), [name, value] as const]));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) merged.delete(name.toLowerCase());
    else merged.set(name.toLowerCase(), [name, value]);
  }
  if (merged.size > maxHeaders) throw invalid([{ path: 'headers', message: `at most ${maxHeaders} headers` }]);
  return Object.fromEntries(merged.values());
}

const notesOf = (headers: McpHeaders) =>
  Object.entries(headers).map(([name, value]) => ({ name, last4: lastFour(value) }));

export function createMcpServers(dependencies: McpServerDependencies) {
  const { store, secrets, known, connections, redact } = dependencies;

  const find = async (userId: string, serverId: string): Promise<McpServerRecord> => {
    const row = await store.find(userId, serverId);
    if (row === null) throw notFound();
    return row;
  };

  const checkAddress = (url: string) => checkMcpAddress(url, dependencies.assertAllowed);

  const sealed = (place: Pick<McpServerRecord, 'id' | 'userId' | 'url'>, headers: McpHeaders) => ({
    headersCipher: Object.keys(headers).length === 0 ? null : secrets.sealHeaders(place, headers),
    headers: notesOf(headers),
  });

  /** What was entered for one origin is not sent to another: with the address go its headers and its sign-in. */
  const headerChange = (row: McpServerRecord, url: string, patch: McpServerPatch): Partial<McpServerChange> => {
    const isSameOrigin = originOf(url) === originOf(row.url);
    if (patch.headers === undefined && (isSameOrigin || headersOf(row).length === 0)) return {};
    const before = isSameOrigin ? secrets.openHeaders(row) : {};
    return sealed({ ...row, url }, mergeHeaders(before, patch.headers ?? {}));
  };

  return {
    own: find,

    async list(userId: string): Promise<{ items: McpServerView[]; next_cursor: null }> {
      return { items: (await store.list(userId)).map(toMcpServerView), next_cursor: null };
    },

    async read(userId: string, serverId: string): Promise<McpServerView> {
      return toMcpServerView(await find(userId, serverId));
    },

    async create(userId: string, { name, url: given, headers = {}, enabled = true }: NewMcpServer) {
      const others = await store.list(userId);
      if (others.length >= maxServers) throw conflict(`There can be at most ${maxServers} MCP servers.`);
      const url = await checkAddress(given);
      const id = dependencies.newId('mcp');
      const slug = slugOf(name, new Set(others.map((other) => other.slug)));
      const values = { name, slug, url, enabled, ...sealed({ id, userId, url }, headers) };
      return toMcpServerView(await known.change(userId, () => store.create(userId, id, values)));
    },

    async update(userId: string, row: McpServerRecord, patch: McpServerPatch): Promise<McpServerView> {
      const url = patch.url === undefined ? row.url : await checkAddress(patch.url);
      const isElsewhere = url !== row.url;
      const change: McpServerChange = {
        ...(patch.name !== undefined && { name: patch.name }),
        ...(patch.enabled !== undefined && { enabled: patch.enabled }),
        url,
        ...headerChange(row, url, patch),
        isElsewhere: isElsewhere || patch.headers !== undefined,
        forgetAccess: isElsewhere,
      };
      const changed = await known.change(userId, () => store.update(userId, row.id, change));
      if (changed === null) throw notFound();
      if (change.isElsewhere || !changed.enabled) connections.drop(row.id);
      return toMcpServerView(changed);
    },

    async delete(userId: string, serverId: string): Promise<void> {
      if (!(await known.change(userId, () => store.delete(userId, serverId)))) throw notFound();
      connections.drop(serverId);
    },

    /** Connects and lists. Whatever goes wrong is the result, not a failure of the call. */
    async test(userId: string, row: McpServerRecord): Promise<McpTest> {
      const target = known.toTarget(row);
      try {
        await connections.test(target);
        return { ok: true, error: null, server: toMcpServerView(await find(userId, row.id)) };
      } catch (thrown) {
        if (!(thrown instanceof McpFailure)) throw thrown;
        const error = toErrorView(thrown, redact);
        return { ok: false, error, server: toMcpServerView(await find(userId, row.id)) };
      }
    },
  };
}
export type McpServers = ReturnType<typeof createMcpServers>;
