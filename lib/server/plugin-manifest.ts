import 'server-only';
import type { WebAccess } from '@/lib/agent/ports';
import { callHttp } from '@/lib/extensions/plugins/call-http';
import { hostsOfSecret } from '@/lib/extensions/plugins/describe-plugin';
import { hashManifest, manifestSchema, type PluginManifest } from '@/lib/extensions/plugins/manifest';
import { parseAddress } from '@/lib/extensions/plugins/request-template';
import { buildSkill, type SkillFolder } from '@/lib/extensions/skills/skill-folder';
import { MetonaFailure } from '@/lib/ir';
import { NetFailure } from '@/lib/net/net-failure';
import { refuseUrl } from './base-url';
import { type Issue, invalid } from './http/problem';

/** A manifest that may be installed. */
export interface CheckedManifest {
  readonly manifest: PluginManifest;
  readonly hash: string;
  readonly skills: readonly SkillFolder[];
}

/** What the operator lets plugins reach. */
export interface PluginReach extends Allowed {
  readonly web: WebAccess;
  /** The same for MCP servers, which have a way out of their own. */
  readonly servers: Allowed;
}

interface Allowed {
  readonly assertAllowed: (url: string) => Promise<void>;
  /** Origins in his own network that he has named; only there something may go without encryption. */
  readonly privateOrigins: readonly string[];
}

const maxIssues = 30;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw invalid([{ path: 'manifest', message: 'This is not JSON.' }]);
  }
}

function readManifest(text: string): PluginManifest {
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.slice(0, maxIssues).map((issue): Issue => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : '';
      const path = issue.path.map(String).join('.');
      const message = keys === '' ? issue.message : `has fields that are not known here: ${keys.slice(0, 200)}`;
      return { path: path === '' ? 'manifest' : path, message: `${path === '' ? 'The manifest' : path}: ${message}` };
    }),
  );
}

function readSkills(manifest: PluginManifest): SkillFolder[] {
  const skills = manifest.skills.map(({ files }, at) => {
    try {
      return buildSkill(files);
    } catch (thrown) {
      if (!(thrown instanceof MetonaFailure)) throw thrown;
      throw invalid([{ path: `skills.${at}`, message: `skills.${at}: ${thrown.message}` }]);
    }
  });
  const names = skills.map(({ head }) => head.name);
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (twice >= 0) throw invalid([{ path: `skills.${twice}`, message: `Two skills are named ${names[twice]}.` }]);
  return skills;
}

/** Every address that something of the manifest reaches, with where it stands. */
function addressesOf({ tools, mcp_servers: servers }: PluginManifest, reach: PluginReach) {
  const named = [
    ...tools.map(({ request }, at) => ({ url: request.url, path: `tools.${at}.request.url`, allowed: reach })),
    ...servers.map(({ url }, at) => ({ url, path: `mcp_servers.${at}.url`, allowed: reach.servers })),
  ];
  return named.flatMap(({ url, path, allowed }) => {
    const address = parseAddress(url);
    return address === null ? [] : [{ url: `${address.origin}/`, path, allowed }];
  });
}

async function checkReach(manifest: PluginManifest, reach: PluginReach): Promise<void> {
  const seen = new Set<string>();
  for (const { url, path, allowed } of addressesOf(manifest, reach)) {
    const { assertAllowed, privateOrigins } = allowed;
    const { origin, protocol } = new URL(url);
    if (protocol !== 'https:' && !privateOrigins.includes(origin))
      throw invalid([{ path, message: `${path}: must begin with https://` }]);
    const key = `${allowed === reach} ${origin}`;
    if (seen.has(key)) continue;
    seen.add(key);
    try {
      await assertAllowed(url);
    } catch (cause) {
      if (!(cause instanceof NetFailure) || cause.kind !== 'forbidden_address') continue;
      throw invalid([{ path, message: `${path}: ${cause.message}` }]);
    }
  }
}

/** Reads a manifest, its skills and where it leads; rejects with issues that say where it is wrong. */
export async function checkManifest(text: string, reach: PluginReach): Promise<CheckedManifest> {
  const manifest = readManifest(text);
  const skills = readSkills(manifest);
  await checkReach(manifest, reach);
  return { manifest, skills, hash: hashManifest(manifest) };
}

/** The manifest at an address, fetched once; no redirect leads to another host. */
export async function fetchManifest(
  url: string,
  { web, privateOrigins }: PluginReach,
  redact: (text: string) => string,
) {
  if (/[\s\\\p{Cc}]/u.test(url) || !URL.canParse(url)) throw refuseUrl('must be an https address', 'url');
  const { protocol, origin, username, password, href } = new URL(url);
  const isUsual = protocol === 'https:' || privateOrigins.includes(origin);
  if (!isUsual || username !== '' || password !== '') throw refuseUrl('must be an https address', 'url');
  const call = { url: href, method: 'GET', headers: {}, accept: 'application/json, text/plain;q=0.9' } as const;
  const { text } = await callHttp(web, call, { signal: AbortSignal.timeout(20_000), redact });
  return { text, sourceUrl: href };
}

/** Secrets that an update forgets: those that are gone, and those that would go elsewhere. */
export function forgottenSecrets(stored: readonly { name: string; hosts: string }[], next: PluginManifest): string[] {
  return stored
    .filter(({ name, hosts }) => {
      const isThere = next.secrets.some((secret) => secret.name === name);
      return !isThere || hostsOfSecret(next, name) !== hosts;
    })
    .map(({ name }) => name);
}
