import { canonicalJson } from '@/lib/crypto/canonical-json';
import { parseSkill } from '../skills/front-matter';
import { skillFileName } from '../skills/skill-folder';
import { secretNamesOf } from './http-tool';
import { type PluginManifest, toolNameOf } from './manifest';
import { parseAddress } from './request-template';

/** What a manifest brings, in the words in which a person is asked. */
export interface PluginDescription {
  /** Every host that something of it reaches, with what does and with which secrets. */
  readonly hosts: readonly { host: string; isEncrypted: boolean; usedBy: string[]; secrets: string[] }[];
  readonly tools: readonly { name: string; description: string; method: string; host: string; secrets: string[] }[];
  readonly skills: readonly { name: string; description: string; files: string[] }[];
  readonly servers: readonly { name: string; url: string; host: string; headers: string[] }[];
}

export interface PluginChange {
  readonly kind: 'tool' | 'skill' | 'server' | 'secret' | 'host';
  readonly change: 'added' | 'removed' | 'changed';
  readonly name: string;
}

type Skill = PluginManifest['skills'][number];

const headOf = ({ files }: Skill) =>
  parseSkill(files.find(({ path }) => path.endsWith(skillFileName))?.content ?? '').head;

const hostOf = (url: string) => parseAddress(url)?.host ?? '';

function describeHosts(manifest: PluginManifest): PluginDescription['hosts'] {
  const uses = [
    ...manifest.tools.map((tool) => ({
      url: tool.request.url,
      usedBy: toolNameOf(manifest.id, tool.name),
      secrets: secretNamesOf(tool),
    })),
    ...manifest.mcp_servers.map(({ url, name, headers }) => ({ url, usedBy: name, secrets: headers })),
  ];
  const byHost = new Map<string, { host: string; isEncrypted: boolean; usedBy: string[]; secrets: string[] }>();
  for (const { url, usedBy, secrets } of uses) {
    const host = hostOf(url);
    const known = byHost.get(host) ?? { host, isEncrypted: true, usedBy: [], secrets: [] };
    byHost.set(host, {
      host,
      isEncrypted: known.isEncrypted && url.toLowerCase().startsWith('https:'),
      usedBy: [...known.usedBy, usedBy],
      secrets: [...new Set([...known.secrets, ...secrets])],
    });
  }
  return [...byHost.values()];
}

export function describePlugin(manifest: PluginManifest): PluginDescription {
  return {
    hosts: describeHosts(manifest),
    tools: manifest.tools.map((tool) => ({
      name: toolNameOf(manifest.id, tool.name),
      description: tool.description,
      method: tool.request.method,
      host: hostOf(tool.request.url),
      secrets: secretNamesOf(tool),
    })),
    skills: manifest.skills.map((skill) => ({
      name: headOf(skill)?.name ?? '',
      description: headOf(skill)?.description ?? '',
      files: skill.files.map(({ path }) => path),
    })),
    servers: manifest.mcp_servers.map(({ name, url, headers }) => ({ name, url, host: hostOf(url), headers })),
  };
}

/** The hosts that a secret is sent to, as one word; another word means another use of it. */
export function hostsOfSecret(manifest: PluginManifest, name: string): string {
  const hosts = manifest.tools
    .filter((tool) => secretNamesOf(tool).includes(name))
    .map((tool) => parseAddress(tool.request.url)?.origin ?? '');
  return [...new Set(hosts)].toSorted().join(' ');
}

type Kind = PluginChange['kind'];

function namedPartsOf(manifest: PluginManifest): Record<Kind, Map<string, string>> {
  const parts = <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
    new Map(items.map((item) => [nameOf(item), canonicalJson(item)]));
  return {
    host: parts(describeHosts(manifest), ({ host }) => host),
    secret: parts(
      manifest.secrets.map((secret) => ({ ...secret, hosts: hostsOfSecret(manifest, secret.name) })),
      ({ name }) => name,
    ),
    tool: parts(manifest.tools, ({ name }) => toolNameOf(manifest.id, name)),
    skill: parts(manifest.skills, (skill) => headOf(skill)?.name ?? ''),
    server: parts(manifest.mcp_servers, ({ name }) => name),
  };
}

/** What an update does, part by part; hosts and secrets first. */
export function comparePlugins(before: PluginManifest, after: PluginManifest): PluginChange[] {
  const [old, fresh] = [namedPartsOf(before), namedPartsOf(after)];
  return (Object.keys(fresh) as Kind[]).flatMap((kind) => {
    const [left, right] = [old[kind], fresh[kind]];
    const names = [...new Set([...left.keys(), ...right.keys()])];
    return names.flatMap((name): PluginChange[] => {
      if (!left.has(name)) return [{ kind, change: 'added', name }];
      if (!right.has(name)) return [{ kind, change: 'removed', name }];
      return left.get(name) === right.get(name) ? [] : [{ kind, change: 'changed', name }];
    });
  });
}
