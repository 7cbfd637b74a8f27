import 'server-only';
import type { Freshness, RunnableTool, ToolSource } from '@/lib/agent/ports';
import { lastFour } from '@/lib/crypto/redact';
import type { PluginRecord, PluginStore } from '@/lib/db/plugin-store';
import { hostsOfSecret } from '@/lib/extensions/plugins/describe-plugin';
import { createPluginTools, type HttpToolDependencies, type InstalledPlugin } from '@/lib/extensions/plugins/http-tool';
import { manifestSchema, type PluginManifest } from '@/lib/extensions/plugins/manifest';
import { createBriefMemory } from './brief-memory';
import type { SecretVault } from './secret-vault';

const maxKept = 200;

/** A stored manifest that this version cannot read any more does nothing. */
export function readStoredManifest({ manifest }: Pick<PluginRecord, 'manifest'>): PluginManifest | null {
  const parsed = manifestSchema.safeParse(manifest);
  return parsed.success ? parsed.data : null;
}

const bindingOf = (userId: string, pluginId: string, of: { name: string; hosts: string }) => ({
  userId,
  providerId: `plugin.${pluginId}`,
  origin: of.hosts,
  field: `secret.${of.name}`,
});

/** What users enter for their plugins: sealed for the hosts it goes to, read when it is used. */
export function createPluginSecrets(store: PluginStore, vault: SecretVault) {
  return {
    save(userId: string, { id, manifest }: InstalledPlugin, of: { name: string; secret: string }): Promise<void> {
      const hosts = hostsOfSecret(manifest, of.name);
      const cipher = vault.seal(of.secret, bindingOf(userId, id, { name: of.name, hosts }));
      return store.saveSecret(userId, id, { name: of.name, cipher, hosts, last4: lastFour(of.secret) });
    },

    /** Those that were entered for exactly the hosts that this manifest sends them to. */
    async open(userId: string, { id, manifest }: InstalledPlugin): Promise<Record<string, string>> {
      const rows = await store.secrets(userId, id);
      const fitting = rows.filter(({ name, hosts }) => hostsOfSecret(manifest, name) === hosts);
      return Object.fromEntries(
        fitting.map(({ name, cipher, hosts }) => [name, vault.open(cipher, bindingOf(userId, id, { name, hosts }))]),
      );
    },
  };
}
export type PluginSecrets = ReturnType<typeof createPluginSecrets>;

/** The tools of the enabled plugins of a user; a manifest is read again only when it has changed. */
export function createPluginToolSource(
  store: PluginStore,
  dependencies: HttpToolDependencies,
): { tools: ToolSource; around: <Result>(userId: string, write: () => Promise<Result>) => Promise<Result> } {
  const lately = createBriefMemory<PluginRecord[]>();
  const built = new Map<string, RunnableTool[]>();

  const toolsOf = (record: PluginRecord): RunnableTool[] => {
    const key = `${record.id} ${record.updatedAt}`;
    const known = built.get(key);
    if (known) return known;
    const manifest = readStoredManifest(record);
    const tools = manifest ? createPluginTools([{ id: record.id, manifest }], dependencies) : [];
    built.set(key, tools);
    const oldest = built.keys().next().value;
    if (built.size > maxKept && oldest !== undefined) built.delete(oldest);
    return tools;
  };
  const list = (userId: string, of?: Freshness) =>
    lately[of?.as === 'lately' ? 'recall' : 'renew'](userId, () => store.listEnabled(userId));

  return {
    tools: { list: async (userId, of) => (await list(userId, of)).flatMap(toolsOf) },
    around: (userId, write) => lately.around(userId, write),
  };
}
