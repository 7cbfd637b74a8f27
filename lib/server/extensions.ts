import 'server-only';
import type { PrismaClient } from '@/lib/db/client';
import { createPluginStore } from '@/lib/db/plugin-store';
import { createSkillStore } from '@/lib/db/skill-store';
import type { ExtensionTools } from '@/lib/tools/compose-tools';
import type { Env } from './env';
import type { McpServers } from './mcp-servers';
import { createMcpWayOut, createPluginWayOut } from './outbound';
import type { PluginReach } from './plugin-manifest';
import { createPluginServers, type ServerFacade } from './plugin-servers';
import { createPluginSecrets, createPluginToolSource } from './plugin-tools';
import { createPlugins } from './plugins';
import type { SecretVault } from './secret-vault';
import type { Settings } from './settings';
import { createSkills } from './skills';
import type { UsedExtensions } from './used-extensions';
import { createWebAccess } from './web-access';

export interface ExtensionFoundation {
  readonly env: Env;
  readonly database: PrismaClient;
  readonly vault: SecretVault;
  readonly settings: Pick<Settings, 'view' | 'update'>;
  readonly used: UsedExtensions;
  readonly mcpServers: Pick<McpServers, 'list' | 'create' | 'update' | 'delete' | 'own'>;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly redact: (text: string) => string;
}

function reachOf(env: Env): PluginReach {
  const [wayOut, toServers] = [createPluginWayOut(env), createMcpWayOut(env)];
  return {
    web: createWebAccess(wayOut),
    assertAllowed: (url) => wayOut.assertAllowed(url),
    privateOrigins: env.pluginPrivateOrigins,
    servers: { assertAllowed: (url) => toServers.assertAllowed(url), privateOrigins: env.mcpPrivateOrigins },
  };
}

function serversOf(servers: ExtensionFoundation['mcpServers']): ServerFacade {
  return {
    list: async (userId) => (await servers.list(userId)).items,
    create: (userId, server) => servers.create(userId, server),
    remove: (userId, id) => servers.delete(userId, id),
    async setEnabled(userId, id, enabled) {
      await servers.update(userId, await servers.own(userId, id), { enabled });
    },
  };
}

/** What a user has said about tools that are gone or have become others. */
function dropRulesOf(settings: ExtensionFoundation['settings']) {
  return async (userId: string, toolNames: readonly string[], { keepDenials }: { keepDenials: boolean }) => {
    const policy = (await settings.view(userId))['permissions.policy'];
    const isKept = ([name, rule]: [string, string]) => !toolNames.includes(name) || (keepDenials && rule === 'deny');
    const kept = Object.entries(policy).filter(isKept);
    if (kept.length === Object.keys(policy).length) return;
    await settings.update(userId, { 'permissions.policy': Object.fromEntries(kept) });
  };
}

/** Skills and plugins: what a user manages, and the tools that come of them. */
export function assembleExtensions({ env, database, vault, settings, mcpServers, ...rest }: ExtensionFoundation) {
  const { now, newId, redact, used } = rest;
  const skills = createSkills(createSkillStore(database, { newId, now }), (userId) => used.note(userId, 'skills'));
  const store = createPluginStore(database, { newId, now });
  const secrets = createPluginSecrets(store, vault);
  const reach = reachOf(env);
  const plugins = createPlugins({
    store,
    secrets,
    servers: createPluginServers(store, serversOf(mcpServers)),
    source: createPluginToolSource(store, { web: reach.web, openSecrets: secrets.open, redact }),
    aroundSkills: skills.around,
    reach,
    redact,
    dropRules: dropRulesOf(settings),
    async noteUse(userId) {
      await used.note(userId, 'plugin');
      await used.note(userId, 'skills');
    },
  });
  const extensionTools: readonly ExtensionTools[] = [
    { namespace: 'skills', source: used.gate('skills', skills.tools) },
    { namespace: 'plugin', source: used.gate('plugin', plugins.tools) },
  ];
  return { skills, plugins, extensionTools };
}
