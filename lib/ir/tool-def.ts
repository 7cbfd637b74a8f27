import { z } from 'zod';

export const MetonaToolCategory = {
  FILESYSTEM: 'filesystem',
  SEARCH: 'search',
  CALCULATION: 'calculation',
  CODE_EXECUTION: 'code_execution',
  NETWORK: 'network',
  DATABASE: 'database',
  MCP: 'mcp',
  CUSTOM: 'custom',
} as const;
export const metonaToolCategorySchema = z.enum(MetonaToolCategory);
export type MetonaToolCategory = z.infer<typeof metonaToolCategorySchema>;

export const MetonaRiskLevel = {
  SAFE: 'safe',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  CRITICAL: 'critical',
} as const;
export const metonaRiskLevelSchema = z.enum(MetonaRiskLevel);
export type MetonaRiskLevel = z.infer<typeof metonaRiskLevelSchema>;

/** How a result is shown to people. It is a hint: what does not fit is shown as text or JSON. */
export const MetonaRender = {
  TEXT: 'text',
  TABLE: 'table',
  IMAGE: 'image',
  DIFF: 'diff',
  JSON: 'json',
} as const;
export const metonaRenderSchema = z.enum(MetonaRender);
export type MetonaRender = z.infer<typeof metonaRenderSchema>;

/** One JSON Schema node; every keyword passes through untouched, the named ones are those the product reads. */
export const metonaParamFieldSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
});
export type MetonaParamField = z.infer<typeof metonaParamFieldSchema>;

/** JSON Schema of a tool's arguments; the root is always an object. */
export const metonaToolParamsSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), metonaParamFieldSchema),
  required: z.array(z.string()).optional(),
});
export type MetonaToolParams = z.infer<typeof metonaToolParamsSchema>;

/**
 * What a model and a person are told about a tool. `name` is dotted (`notes.search`); `permission` is the policy key
 * (`notes.write`); `idempotent` tells recovery whether a call may run again; `timeoutMs` bounds one execution;
 * `maxResultChars` caps what the model reads; `returnsUntrusted` says that what it returns was written by strangers (the
 * tools of the categories `network`, `mcp` and `filesystem` do so anyway); `render` is how people see its results.
 */
export const metonaToolDefSchema = z.object({
  name: z.string().min(1),
  description: z.string(),
  parameters: metonaToolParamsSchema,
  category: metonaToolCategorySchema,
  riskLevel: metonaRiskLevelSchema,
  requiresPermission: z.boolean(),
  timeoutMs: z.number().int().positive(),
  permission: z.string().optional(),
  idempotent: z.boolean().optional(),
  maxResultChars: z.number().int().positive().optional(),
  returnsUntrusted: z.boolean().optional(),
  render: metonaRenderSchema.optional(),
});
export type MetonaToolDef = z.infer<typeof metonaToolDefSchema>;
