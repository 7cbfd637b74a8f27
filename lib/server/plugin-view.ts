import 'server-only';
import type { PluginRecord, PluginSecretRecord } from '@/lib/db/plugin-store';
import { comparePlugins, describePlugin, hostsOfSecret } from '@/lib/extensions/plugins/describe-plugin';
import type { PluginManifest } from '@/lib/extensions/plugins/manifest';
import type { CheckedManifest } from './plugin-manifest';
import type { PluginPreview, PluginView } from './plugin-schemas';
import { isoOf } from './session-view';

const isPrivate = (host: string, privateOrigins: readonly string[]) =>
  privateOrigins.some((origin) => new URL(origin).host === host);

const aboutOf = (manifest: PluginManifest) => ({
  slug: manifest.id,
  name: manifest.name,
  version: manifest.version,
  description: manifest.description,
  author: manifest.author ?? null,
  homepage: manifest.homepage ?? null,
  license: manifest.license ?? null,
});

function partsOf(manifest: PluginManifest, privateOrigins: readonly string[]) {
  const { hosts, tools, skills, servers } = describePlugin(manifest);
  return {
    hosts: hosts.map(({ host, isEncrypted, usedBy, secrets }) => ({
      host,
      encrypted: isEncrypted,
      private: isPrivate(host, privateOrigins),
      used_by: usedBy,
      secrets,
    })),
    tools: [...tools],
    skills: [...skills],
    servers: [...servers],
  };
}

const secretsOf = (manifest: PluginManifest) =>
  manifest.secrets.map(({ name, label, hint, required }) => ({
    name,
    label,
    hint: hint ?? null,
    required,
    hosts: hostsOfSecret(manifest, name).split(' ').filter(Boolean),
  }));

/** Everything a manifest brings, and what it would change. */
export function toPreview(
  { manifest, hash }: CheckedManifest,
  of: {
    sourceUrl: string | null;
    privateOrigins: readonly string[];
    installed: { record: PluginRecord; manifest: PluginManifest | null; forgets: string[] } | null;
  },
): PluginPreview {
  const { installed } = of;
  const before = installed?.manifest ?? { ...manifest, tools: [], skills: [], mcp_servers: [], secrets: [] };
  return {
    ...aboutOf(manifest),
    ...partsOf(manifest, of.privateOrigins),
    secrets: secretsOf(manifest),
    hash,
    manifest: JSON.stringify(manifest, null, 2),
    source_url: of.sourceUrl,
    installed: installed && {
      id: installed.record.id,
      version: installed.record.version,
      changes: comparePlugins(before, manifest),
      forgets: installed.forgets,
    },
  };
}

const nothing = { hosts: [], tools: [], skills: [], servers: [] };
const unknown = { description: '', author: null, homepage: null, license: null };

/** The outward shape has no field that could hold a secret. */
export function toPluginView(
  record: PluginRecord,
  of: {
    manifest: PluginManifest | null;
    secrets: readonly PluginSecretRecord[];
    privateOrigins: readonly string[];
  },
): PluginView {
  const { manifest } = of;
  const storedByName = new Map(of.secrets.map((secret) => [secret.name, secret]));
  const { id, slug, version } = record;
  const about = manifest ? aboutOf(manifest) : { slug, version, name: slug, ...unknown };
  return {
    id,
    ...about,
    ...(manifest ? partsOf(manifest, of.privateOrigins) : nothing),
    enabled: record.enabled,
    readable: manifest !== null,
    source_url: record.sourceUrl,
    secrets: (manifest ? secretsOf(manifest) : []).map((secret) => {
      const stored = storedByName.get(secret.name);
      return { ...secret, set: stored !== undefined, last4: stored?.last4 ?? null };
    }),
    mcp_server_ids: [...record.mcpServerIds],
    created_at: isoOf(record.createdAt),
    updated_at: isoOf(record.updatedAt),
  };
}
