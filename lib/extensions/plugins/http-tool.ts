import type { RunnableTool, WebAccess } from '@/lib/agent/ports';
import { hashArgs } from '@/lib/crypto/canonical-json';
import { MetonaFailure } from '@/lib/ir';
import { defineTool } from '@/lib/tools/define-tool';
import { visibleText } from '@/lib/tools/web/decode-text';
import { callHttp, callTimeoutMs, type HttpCall } from './call-http';
import { bodyNamesOf, type PluginManifest, type PluginTool, placesOf, toolNameOf } from './manifest';
import { toArgumentSchema } from './parameters';
import {
  type AddressTemplate,
  type Arguments,
  buildAddress,
  buildBody,
  buildHeaders,
  parseAddress,
  type Secrets,
} from './request-template';
import { namesIn } from './template';

/** An installed plugin, as its tools need it. */
export interface InstalledPlugin {
  /** Of the row; another installation of the same manifest has another one. */
  readonly id: string;
  readonly manifest: PluginManifest;
}

export interface HttpToolDependencies {
  readonly web: WebAccess;
  /** What the user has entered, by name; read when it is used. */
  readonly openSecrets: (userId: string, plugin: InstalledPlugin) => Promise<Secrets>;
  readonly redact: (text: string) => string;
}

const fail = (code: 'not_configured' | 'invalid_response', message: string) =>
  new MetonaFailure({ code, message, retryable: false });

export function secretNamesOf(tool: PluginTool): string[] {
  const { path, query, headers } = placesOf(tool);
  return [...new Set(namesIn([...path, ...query, ...headers], 'secret'))];
}

/** The secrets that this tool sends, and no others. */
async function secretsFor(
  plugin: InstalledPlugin,
  tool: PluginTool,
  of: { userId: string; openSecrets: HttpToolDependencies['openSecrets'] },
): Promise<Secrets> {
  const names = secretNamesOf(tool);
  if (names.length === 0) return {};
  const { manifest } = plugin;
  const stored = await of.openSecrets(of.userId, plugin);
  const missing = manifest.secrets.find(
    ({ name, required }) => required && names.includes(name) && !Object.hasOwn(stored, name),
  );
  if (missing) {
    const message = `${manifest.name} needs its ${missing.label}: the user enters it under Settings → Extensions.`;
    throw fail('not_configured', message);
  }
  return Object.fromEntries(Object.entries(stored).filter(([name]) => names.includes(name)));
}

/** The part of an answer that a JSON Pointer names. */
function pick(value: unknown, pointer: string): unknown {
  let found = value;
  for (const name of pointer.slice(1).split('/')) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, key);
    if (!isThere) throw fail('invalid_response', `The answer has nothing at ${pointer}.`);
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

function resultOf({ response }: PluginTool, text: string): unknown {
  if (response.type === 'text') return visibleText(text);
  if (text.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail('invalid_response', 'The server did not answer with JSON.');
  }
  return response.pick === undefined ? value : pick(value, response.pick);
}

function callOf(tool: PluginTool, address: AddressTemplate, of: { args: Arguments; secrets: Secrets }): HttpCall {
  const { method, query, headers, body } = tool.request;
  return {
    method,
    url: buildAddress(address, query, of),
    headers: buildHeaders(headers, of.secrets),
    ...(body && { body: { type: body, text: buildBody(body, bodyNamesOf(tool), of.args) } }),
    accept: tool.response.type === 'json' ? 'application/json' : 'text/plain, text/*;q=0.9',
  };
}

const summarize = (result: unknown) =>
  typeof result === 'string' ? result : visibleText(JSON.stringify(result) ?? 'null');

/**
 * A tool that a manifest declares. It reaches the one host of its address, asks like everything that reaches the network,
 * and is another tool as soon as anything about it, or the version of its plugin, changes.
 */
function createHttpTool(
  plugin: InstalledPlugin,
  tool: PluginTool,
  { web, openSecrets, redact }: HttpToolDependencies,
): RunnableTool | null {
  const { id, manifest } = plugin;
  const address = parseAddress(tool.request.url);
  if (address === null) return null;
  const isReading = tool.request.method === 'GET';
  const made = defineTool({
    name: toolNameOf(manifest.id, tool.name),
    // Whoever is asked sees where it goes, whatever its author wrote.
    description: `${tool.description}\n\n${tool.request.method} ${address.origin} (plugin ${manifest.id})`,
    input: toArgumentSchema(tool.parameters),
    category: 'custom',
    riskLevel: isReading ? 'medium' : 'high',
    permission: 'network.request',
    requiresPermission: true,
    returnsUntrusted: true,
    idempotent: isReading,
    timeoutMs: callTimeoutMs,
    maxResultChars: tool.response.max_chars,
    render: tool.response.render,
    hostOf: () => address.host,
    summarize,
    execute: async (given, { userId, signal }) => {
      const secrets = await secretsFor(plugin, tool, { userId, openSecrets });
      const call = callOf(tool, address, { args: given as Arguments, secrets });
      const { text } = await callHttp(web, call, { signal, redact });
      return resultOf(tool, text);
    },
  });
  return {
    ...made,
    identity: hashArgs([id, manifest.version, made.def.name, tool]),
    origin: { kind: 'plugin', id, name: manifest.name },
  };
}

export function createPluginTools(
  plugins: readonly InstalledPlugin[],
  dependencies: HttpToolDependencies,
): RunnableTool[] {
  return plugins.flatMap((plugin) =>
    plugin.manifest.tools.flatMap((tool) => createHttpTool(plugin, tool, dependencies) ?? []),
  );
}
