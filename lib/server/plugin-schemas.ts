import 'server-only';
import { z } from 'zod';
import { apiKeyText } from './request-schemas';

/** Bytes of a manifest with everything in it. */
const manifestBytes = 1_500_000;
/** Of a request that carries one as a text in JSON. */
export const pluginBodyBytes = manifestBytes * 2;

const manifestText = z.string().min(2).max(manifestBytes);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const address = z.string().trim().min(1).max(2_000);

/** Either the text of a manifest or where it lies. */
export const pluginPreviewBody = z
  .strictObject({ manifest: manifestText.optional(), url: address.optional() })
  .refine(({ manifest, url }) => (manifest === undefined) !== (url === undefined), 'Send a manifest or a url.');

/** `accepts` is the hash that the preview gave: what was shown is what is installed. */
export const pluginCreateBody = z.strictObject({
  manifest: manifestText,
  accepts: hash,
  source_url: address.optional(),
});

export const pluginPatchBody = z
  .strictObject({
    enabled: z.boolean().optional(),
    manifest: manifestText.optional(),
    accepts: hash.optional(),
    /** By name; null takes one away, and those not named stay. */
    secrets: z.record(z.string().max(40), apiKeyText.nullable()).optional(),
  })
  .refine(({ manifest, accepts }) => (manifest === undefined) === (accepts === undefined), 'Say which preview it is.');

const secretShape = {
  name: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  required: z.boolean(),
  /** The origins it is sent to. */
  hosts: z.array(z.string()),
};

const partsShape = {
  hosts: z.array(
    z.object({
      host: z.string(),
      encrypted: z.boolean(),
      /** In the operator's own network. */
      private: z.boolean(),
      used_by: z.array(z.string()),
      secrets: z.array(z.string()),
    }),
  ),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      method: z.string(),
      host: z.string(),
      secrets: z.array(z.string()),
    }),
  ),
  skills: z.array(z.object({ name: z.string(), description: z.string(), files: z.array(z.string()) })),
  servers: z.array(z.object({ name: z.string(), url: z.string(), host: z.string(), headers: z.array(z.string()) })),
};

const aboutShape = {
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  author: z.string().nullable(),
  homepage: z.string().nullable(),
  license: z.string().nullable(),
};

const changeSchema = z.object({
  kind: z.enum(['tool', 'skill', 'server', 'secret', 'host']),
  change: z.enum(['added', 'removed', 'changed']),
  name: z.string(),
});

/** Everything a manifest brings, before the yes. */
export const pluginPreviewSchema = z.object({
  ...aboutShape,
  ...partsShape,
  secrets: z.array(z.object(secretShape)),
  hash: z.string(),
  manifest: z.string(),
  source_url: z.string().nullable(),
  /** The plugin of this name that is there already, and what would become of it. */
  installed: z
    .object({ id: z.string(), version: z.string(), changes: z.array(changeSchema), forgets: z.array(z.string()) })
    .nullable(),
});
export type PluginPreview = z.infer<typeof pluginPreviewSchema>;

export const pluginViewSchema = z.object({
  id: z.string(),
  ...aboutShape,
  ...partsShape,
  enabled: z.boolean(),
  /** False when this version of Metona cannot read its manifest any more; it does nothing then. */
  readable: z.boolean(),
  source_url: z.string().nullable(),
  /** Write-only: whether one is there, and its last four characters. */
  secrets: z.array(z.object({ ...secretShape, set: z.boolean(), last4: z.string().nullable() })),
  mcp_server_ids: z.array(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type PluginView = z.infer<typeof pluginViewSchema>;
export const pluginPageSchema = z.object({ items: z.array(pluginViewSchema), next_cursor: z.null() });

export const pluginTestSchema = z.object({
  ok: z.boolean(),
  problems: z.array(z.object({ name: z.string(), message: z.string() })),
  /** Estimated, of the descriptions of its tools in every request. */
  tokens: z.number().int(),
});
export type PluginTest = z.infer<typeof pluginTestSchema>;
