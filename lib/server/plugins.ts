import 'server-only';
import type { z } from 'zod';
import { estimateTextTokens } from '@/lib/agent/context/estimate-tokens';
import type { ToolSource } from '@/lib/agent/ports';
import { canonicalJson } from '@/lib/crypto/canonical-json';
import type { PluginContent, PluginRecord, PluginStore } from '@/lib/db/plugin-store';
import { hostsOfSecret } from '@/lib/extensions/plugins/describe-plugin';
import { type PluginManifest, toolNameOf } from '@/lib/extensions/plugins/manifest';
import { MetonaFailure } from '@/lib/ir';
import { conflict, invalid, notFound } from './http/problem';
import {
  type CheckedManifest,
  checkManifest,
  fetchManifest,
  forgottenSecrets,
  type PluginReach,
} from './plugin-manifest';
import type {
  PluginPreview,
  PluginTest,
  PluginView,
  pluginCreateBody,
  pluginPatchBody,
  pluginPreviewBody,
} from './plugin-schemas';
import type { PluginServers } from './plugin-servers';
import { type PluginSecrets, readStoredManifest } from './plugin-tools';
import { toPluginView, toPreview } from './plugin-view';

export interface PluginsDependencies {
  readonly store: PluginStore;
  readonly secrets: PluginSecrets;
  readonly servers: PluginServers;
  readonly source: {
    readonly tools: ToolSource;
    readonly around: <Result>(userId: string, write: () => Promise<Result>) => Promise<Result>;
  };
  /** Runs a write that changes which skills there are. */
  readonly aroundSkills: <Result>(userId: string, write: () => Promise<Result>) => Promise<Result>;
  readonly reach: PluginReach;
  readonly redact: (text: string) => string;
  /** Told before a user has a plugin, and skills with it. */
  readonly noteUse: (userId: string) => Promise<void>;
  /** Forgets what the user's rules say about these tools; denials stay when they are to be kept. */
  readonly dropRules: (userId: string, toolNames: readonly string[], of: { keepDenials: boolean }) => Promise<void>;
}

const toolNamesOf = (manifest: PluginManifest | null) =>
  manifest ? manifest.tools.map(({ name }) => toolNameOf(manifest.id, name)) : [];

/** Names that read alike, or become alike on the wire. */
const spellingOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '_');

function contentOf({ manifest, skills }: CheckedManifest, sourceUrl: string | null): PluginContent {
  return {
    slug: manifest.id,
    version: manifest.version,
    manifest,
    sourceUrl,
    skills: skills.map(({ head, size, files }) => ({ name: head.name, description: head.description, size, files })),
  };
}

function refuseOther(hash: string, accepts: string | undefined): void {
  if (hash === accepts) return;
  throw conflict('This is not the manifest that was shown. Look at its preview again.');
}

/** What is changed, and what of it may no longer count as allowed. */
function changedTools(before: PluginManifest | null, after: PluginManifest): string[] {
  const fresh = new Map(after.tools.map((tool) => [tool.name, canonicalJson(tool)]));
  const changed = (before?.tools ?? []).filter((tool) => fresh.get(tool.name) !== canonicalJson(tool));
  return changed.map(({ name }) => toolNameOf(after.id, name));
}

function createReading({ store, reach }: PluginsDependencies) {
  const find = async (userId: string, id: string): Promise<PluginRecord> => {
    const found = await store.find(userId, id);
    if (found === null) throw notFound();
    return found;
  };
  const view = async (userId: string, record: PluginRecord): Promise<PluginView> =>
    toPluginView(record, {
      manifest: readStoredManifest(record),
      secrets: await store.secrets(userId, record.id),
      privateOrigins: reach.privateOrigins,
    });
  return { find, view };
}

/** Two plugins whose tools read alike would hide each other's. */
async function refuseAlike(store: PluginStore, userId: string, manifest: PluginManifest): Promise<void> {
  const others = (await store.list(userId)).filter(({ slug }) => slug !== manifest.id);
  const taken = new Set(others.flatMap((record) => toolNamesOf(readStoredManifest(record)).map(spellingOf)));
  const alike = toolNamesOf(manifest).find((name) => taken.has(spellingOf(name)));
  if (alike !== undefined) throw conflict(`Another plugin has a tool whose name reads like ${alike}.`);
}

function createChanging(dependencies: PluginsDependencies, { find }: ReturnType<typeof createReading>) {
  const { store, secrets, servers, source, aroundSkills, reach, dropRules, noteUse } = dependencies;
  const around = <Result>(userId: string, write: () => Promise<Result>) =>
    source.around(userId, () => aroundSkills(userId, write));

  const replace = async (
    userId: string,
    record: PluginRecord,
    { manifest, accepts }: { manifest: string; accepts: string | undefined },
  ) => {
    const checked = await checkManifest(manifest, reach);
    refuseOther(checked.hash, accepts);
    if (checked.manifest.id !== record.slug)
      throw invalid([{ path: 'manifest.id', message: `An update of ${record.slug} has that id.` }]);
    await refuseAlike(store, userId, checked.manifest);
    const before = readStoredManifest(record);
    const stored = await store.secrets(userId, record.id);
    const replaced = await around(userId, () =>
      store.replace(userId, record.id, {
        content: contentOf(checked, record.sourceUrl),
        endedGrants: { toolNames: toolNamesOf(before) },
        endedSecrets: forgottenSecrets(stored, checked.manifest),
      }),
    );
    if (replaced === null) throw notFound();
    await dropRules(userId, changedTools(before, checked.manifest), { keepDenials: true });
    await servers.follow(userId, replaced, checked.manifest);
  };

  const saveSecrets = async (userId: string, record: PluginRecord, given: Record<string, string | null>) => {
    const manifest = readStoredManifest(record);
    for (const [name, secret] of Object.entries(given)) {
      const isUsed = manifest?.secrets.some((known) => known.name === name) && hostsOfSecret(manifest, name) !== '';
      if (!manifest || !isUsed)
        throw invalid([{ path: `secrets.${name}`, message: 'This plugin sends no such secret.' }]);
      if (secret === null) await store.deleteSecret(userId, record.id, name);
      else await secrets.save(userId, { id: record.id, manifest }, { name, secret });
    }
  };

  const remove = async (userId: string, id: string): Promise<void> => {
    const record = await store.find(userId, id);
    const toolNames = toolNamesOf(record && readStoredManifest(record));
    if (record) await servers.remove(userId, record.mcpServerIds);
    if (!(await around(userId, () => store.delete(userId, id, { toolNames })))) throw notFound();
    await dropRules(userId, toolNames, { keepDenials: false });
  };

  return {
    async install(userId: string, body: z.infer<typeof pluginCreateBody>): Promise<PluginRecord> {
      const checked = await checkManifest(body.manifest, reach);
      refuseOther(checked.hash, body.accepts);
      await refuseAlike(store, userId, checked.manifest);
      const content = contentOf(checked, body.source_url ?? null);
      await noteUse(userId);
      const made = await around(userId, () => store.install(userId, content));
      try {
        await servers.follow(userId, made, checked.manifest);
      } catch (thrown) {
        await remove(userId, made.id);
        throw thrown;
      }
      return find(userId, made.id);
    },

    async change(userId: string, id: string, body: z.infer<typeof pluginPatchBody>): Promise<PluginRecord> {
      const { manifest, accepts, enabled, secrets: given } = body;
      if (manifest !== undefined) await replace(userId, await find(userId, id), { manifest, accepts });
      if (given) await saveSecrets(userId, await find(userId, id), given);
      if (enabled !== undefined) {
        const changed = await around(userId, () => store.setEnabled(userId, id, enabled));
        if (changed === null) throw notFound();
        await servers.setEnabled(userId, changed.mcpServerIds, enabled);
      }
      return find(userId, id);
    },

    remove,
  };
}

/** The plugins of a user as people handle them, and as tools of his runs. */
export function createPlugins(dependencies: PluginsDependencies) {
  const { store, source, reach, redact } = dependencies;
  const reading = createReading(dependencies);
  const changing = createChanging(dependencies, reading);
  const { find, view } = reading;

  return {
    tools: source.tools,
    find,
    get: async (userId: string, id: string) => view(userId, await find(userId, id)),

    async list(userId: string) {
      const records = await store.list(userId);
      return { items: await Promise.all(records.map((record) => view(userId, record))), next_cursor: null };
    },

    /** Everything a manifest brings and changes; nothing is kept. */
    async preview(userId: string, { manifest, url }: z.infer<typeof pluginPreviewBody>): Promise<PluginPreview> {
      const fetched =
        url === undefined ? { text: manifest ?? '', sourceUrl: null } : await fetchManifest(url, reach, redact);
      const checked = await checkManifest(fetched.text, reach);
      const record = (await store.list(userId)).find(({ slug }) => slug === checked.manifest.id);
      const stored = record ? await store.secrets(userId, record.id) : [];
      return toPreview(checked, {
        sourceUrl: fetched.sourceUrl,
        privateOrigins: reach.privateOrigins,
        installed: record
          ? { record, manifest: readStoredManifest(record), forgets: forgottenSecrets(stored, checked.manifest) }
          : null,
      });
    },

    install: async (userId: string, body: z.infer<typeof pluginCreateBody>) =>
      view(userId, await changing.install(userId, body)),
    update: async (userId: string, id: string, body: z.infer<typeof pluginPatchBody>) =>
      view(userId, await changing.change(userId, id, body)),
    delete: changing.remove,

    /** Whether it could work: its manifest, its keys and its hosts. Nothing is sent to them. */
    async test(userId: string, id: string): Promise<PluginTest> {
      const record = await find(userId, id);
      const { secrets } = await view(userId, record);
      const manifest = readStoredManifest(record);
      const problems = secrets
        .filter(({ required, set }) => required && !set)
        .map(({ name, label }) => ({ name, message: `${label} has not been entered.` }));
      try {
        await checkManifest(JSON.stringify(record.manifest), reach);
      } catch (thrown) {
        if (!(thrown instanceof MetonaFailure)) throw thrown;
        problems.push({ name: 'manifest', message: thrown.message });
      }
      const told = JSON.stringify(
        manifest?.tools.map(({ name, description, parameters }) => [name, description, parameters]),
      );
      return { ok: problems.length === 0, problems, tokens: told === undefined ? 0 : estimateTextTokens(told) };
    },
  };
}
