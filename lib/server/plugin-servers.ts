import 'server-only';
import type { PluginRecord, PluginStore } from '@/lib/db/plugin-store';
import type { PluginManifest } from '@/lib/extensions/plugins/manifest';

/** An MCP server as a plugin needs it; its headers and its sign-in are its user's. */
export interface ServerFacade {
  list(userId: string): Promise<readonly { id: string; name: string; url: string }[]>;
  create(userId: string, server: { name: string; url: string; enabled: boolean }): Promise<{ id: string }>;
  setEnabled(userId: string, id: string, enabled: boolean): Promise<void>;
  remove(userId: string, id: string): Promise<void>;
}

export interface PluginServers {
  /** Brings the servers of a user to what the manifest says: those that stay are left as they are. */
  follow(userId: string, record: PluginRecord, manifest: PluginManifest): Promise<void>;
  setEnabled(userId: string, ids: readonly string[], enabled: boolean): Promise<void>;
  remove(userId: string, ids: readonly string[]): Promise<void>;
}

const spelled = (url: string) => (URL.canParse(url) ? new URL(url).href : url);

/** The MCP servers that plugins bring: ordinary servers of the user, made and removed with the plugin. */
export function createPluginServers(store: PluginStore, servers: ServerFacade): PluginServers {
  const owned = async (userId: string, ids: readonly string[]) =>
    (await servers.list(userId)).filter(({ id }) => ids.includes(id));

  return {
    async follow(userId, { id, enabled, mcpServerIds }, { mcp_servers: wanted }) {
      if (wanted.length === 0 && mcpServerIds.length === 0) return;
      const present = await owned(userId, mcpServerIds);
      const isWanted = (server: { name: string; url: string }) =>
        wanted.some(({ name, url }) => name === server.name && spelled(url) === spelled(server.url));
      const kept = present.filter(isWanted);
      for (const server of present) if (!kept.includes(server)) await servers.remove(userId, server.id);
      const ids = kept.map((server) => server.id);
      for (const { name, url } of wanted) {
        if (kept.some((server) => server.name === name)) continue;
        ids.push((await servers.create(userId, { name, url, enabled })).id);
        await store.setServers(userId, id, ids);
      }
      await store.setServers(userId, id, ids);
    },

    async setEnabled(userId, ids, enabled) {
      for (const { id } of await owned(userId, ids)) await servers.setEnabled(userId, id, enabled);
    },

    async remove(userId, ids) {
      for (const { id } of await owned(userId, ids)) await servers.remove(userId, id);
    },
  };
}
