import { z } from 'zod';
import { hashArgs } from '@/lib/crypto/canonical-json';
import { metonaRenderSchema } from '@/lib/ir';
import { acceptsDefault, parametersSchema } from './parameters';
import { parseAddress } from './request-template';
import { namesIn, parseTemplate, type TemplatePart } from './template';

/** The version of the format, which every manifest names. */
const formatVersion = 1;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text), 'holds characters that cannot be seen');
const prose = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/[\p{Cf}\p{Cs}]|(?![\n\t])\p{Cc}/u.test(text), 'holds characters that cannot be seen');
const slug = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'is small letters, digits and hyphens, such as my-plugin');
const shortName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'is small letters, digits and _, such as get_weather');
const version = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(-[a-z0-9.]{1,20})?$/i, 'is like 1.0.0');
const webAddress = z.url({ protocol: /^https$/, hostname: z.regexes.domain }).max(500);

/** Headers that belong to the connection, to the browser or to whoever sends, and that no manifest sets. */
const ownHeaders =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|cookie2?|set-cookie|origin|referer|date|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*|access-control-.*|accept-encoding|user-agent)$/i;
const headerName = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/i, 'is no name of a header')
  .refine((name) => !ownHeaders.test(name), 'may not be set by a plugin');
const template = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]*$/, 'holds characters that are not plain ASCII')
    .refine((text) => parseTemplate(text) !== null, 'has a { or } that belongs to no placeholder');

const requestSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z
    .string()
    .max(1_000)
    .refine(
      (text) => parseAddress(text) !== null,
      'must be https://host/path without a query, {name} only in its path',
    ),
  query: z.record(z.string().regex(/^[\x21-\x7e]{1,60}$/), template(500)).default({}),
  headers: z.record(headerName, template(500)).default({}),
  /** How the parameters that stand nowhere else are sent. */
  body: z.enum(['json', 'form']).optional(),
});

const responseSchema = z
  .strictObject({
    type: z.enum(['json', 'text']).default('json'),
    /** JSON Pointer to the part of the answer that counts. */
    pick: z
      .string()
      .max(200)
      .regex(/^(\/[^/]{0,80}){1,10}$/)
      .optional(),
    /** How people see the result. */
    render: metonaRenderSchema.optional(),
    max_chars: z.number().int().min(200).max(40_000).default(16_000),
  })
  .prefault({});

const toolSchema = z.strictObject({
  name: shortName,
  description: prose(1_000),
  parameters: parametersSchema,
  request: requestSchema,
  response: responseSchema,
});

const secretSchema = z.strictObject({
  name: shortName,
  label: line(80),
  hint: line(300).optional(),
  required: z.boolean().default(true),
});

const serverSchema = z.strictObject({
  name: line(60),
  url: z.string().max(1_000),
  /** Names of headers that the user enters values for. */
  headers: z.array(headerName).max(5).default([]),
});

const skillSchema = z.strictObject({
  files: z
    .array(z.strictObject({ path: z.string().min(1).max(400), content: z.string().max(262_144) }))
    .min(1)
    .max(64),
});

const shapeSchema = z.strictObject({
  manifest: z.literal(formatVersion),
  id: slug,
  name: line(80),
  version,
  description: prose(1_000),
  author: line(100).optional(),
  homepage: webAddress.optional(),
  license: line(100).optional(),
  secrets: z.array(secretSchema).max(10).default([]),
  tools: z.array(toolSchema).max(40).default([]),
  skills: z.array(skillSchema).max(20).default([]),
  mcp_servers: z.array(serverSchema).max(10).default([]),
});

export type PluginManifest = z.infer<typeof shapeSchema>;
export type PluginTool = z.infer<typeof toolSchema>;

type Report = (path: (string | number)[], message: string) => void;

const repeated = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);

/** Everything of a tool that is filled in, by where it stands. */
export function placesOf({ request }: PluginTool) {
  const parts = (texts: readonly string[]): TemplatePart[] => texts.flatMap((text) => parseTemplate(text) ?? []);
  return {
    path: [...(parseAddress(request.url)?.path ?? [])],
    query: parts(Object.values(request.query)),
    headers: parts(Object.values(request.headers)),
  };
}

/** Parameters that stand neither in the path nor in the query: they are the body. */
export function bodyNamesOf(tool: PluginTool): string[] {
  const { path, query } = placesOf(tool);
  const placed = new Set(namesIn([...path, ...query], 'parameter'));
  return Object.keys(tool.parameters.properties).filter((name) => !placed.has(name));
}

function checkPath(tool: PluginTool, report: Report): void {
  const { properties, required = [] } = tool.parameters;
  for (const name of namesIn(placesOf(tool).path, 'parameter')) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field?.type === 'array') report(['request', 'url'], `${name} is a list; only the query can hold one`);
    const isGiven =
      required.includes(name) || (field !== undefined && 'default' in field && field.default !== undefined);
    if (!isGiven) report(['request', 'url'], `${name} stands in the path and must be required`);
  }
}

function checkTool(tool: PluginTool, secrets: ReadonlySet<string>, report: Report): void {
  const { properties, required = [] } = tool.parameters;
  const { path, query, headers } = placesOf(tool);
  const named = [...namesIn([...path, ...query], 'parameter'), ...required];
  for (const name of named) {
    if (!Object.hasOwn(properties, name)) report(['parameters'], `${name} is no parameter of this tool`);
  }
  if (namesIn(headers, 'parameter').length > 0) report(['request', 'headers'], 'a header takes secrets, no parameters');
  for (const name of namesIn([...path, ...query, ...headers], 'secret')) {
    if (!secrets.has(name)) report(['request'], `${name} is not among the secrets`);
  }
  for (const [name, field] of Object.entries(properties)) {
    if (!acceptsDefault(field)) report(['parameters', 'properties', name], 'its default is not allowed by itself');
  }
  const { method, body } = tool.request;
  const rest = bodyNamesOf(tool);
  if (method === 'GET' && body) report(['request', 'body'], 'a GET has no body');
  if (rest.length > 0 && !body) report(['request'], `${rest.join(', ')} is not sent anywhere`);
  if (tool.response.pick !== undefined && tool.response.type === 'text')
    report(['response', 'pick'], 'is for JSON only');
  checkPath(tool, report);
}

function checkManifest(manifest: PluginManifest, report: Report): void {
  const secrets = new Set(manifest.secrets.map(({ name }) => name));
  const twice = [
    ['secrets', repeated(manifest.secrets.map(({ name }) => name))],
    ['tools', repeated(manifest.tools.map(({ name }) => name.replaceAll('_', '')))],
    ['mcp_servers', repeated(manifest.mcp_servers.map(({ name }) => name.toLowerCase()))],
  ] as const;
  for (const [list, name] of twice) if (name !== undefined) report([list], `${name} is there twice, or reads alike`);
  for (const [at, tool] of manifest.tools.entries())
    checkTool(tool, secrets, (path, message) => report(['tools', at, ...path], message));
  for (const [at, { url }] of manifest.mcp_servers.entries()) {
    const address = parseAddress(url);
    const isFixed = address?.path.every(({ kind }) => kind === 'text') ?? false;
    if (!isFixed) report(['mcp_servers', at, 'url'], 'must be https://host/path');
  }
  if (manifest.tools.length + manifest.skills.length + manifest.mcp_servers.length === 0)
    report([], 'brings nothing: no tools, no skills, no MCP servers');
}

/** A manifest as it may be installed, and where one is wrong. */
export const manifestSchema = shapeSchema.superRefine((manifest, context) => {
  checkManifest(manifest, (path, message) => context.addIssue({ code: 'custom', path, message }));
});

/** Names exactly this manifest, whatever the order of its fields. */
export const hashManifest = (manifest: PluginManifest): string => hashArgs({ manifest });

export const toolNameOf = (pluginId: string, tool: string) => `plugin.${pluginId}.${tool}`;
