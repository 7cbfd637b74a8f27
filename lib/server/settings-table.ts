import 'server-only';
import { z } from 'zod';
import { apiKeyText } from './request-schemas';

const name = z.string().trim().min(1).max(200);
const fallback = z.strictObject({ provider: name, model: name });
const policyRule = z.enum(['allow', 'confirm', 'deny']);

/** Every setting there is: its key, and what a value must look like. */
export const settingSchemas = {
  'llm.defaultProvider': name,
  'llm.defaultModel': name,
  'llm.fallbackProvider': name,
  'llm.fallbackModel': name,
  'llm.fallbackApiKey': apiKeyText,
  'llm.fallbacks': z.array(fallback).max(3),
  'context.keepRecentTurns': z.number().int().min(1).max(50),
  'permissions.policy': z.record(z.string().min(1).max(200), policyRule),
  'memory.mode': z.enum(['off', 'confirm', 'automatic']),
  'knowledge.embeddingProvider': name,
  'knowledge.embeddingModel': name,
  'knowledge.rerankerProvider': name,
  'knowledge.rerankerModel': name,
  'search.provider': z.enum(['searxng', 'brave', 'tavily']),
  'search.baseUrl': z.string().trim().min(1).max(2_000),
  'search.apiKey': apiKeyText,
  'search.safeSearch': z.enum(['off', 'moderate', 'strict']),
  'ui.locale': z.enum(['en', 'zh-CN']),
  'ui.theme': z.enum(['system', 'light', 'dark']),
  'ui.thinkingEffort': z.enum(['off', 'low', 'medium', 'high', 'max']),
} as const;

type Schemas = typeof settingSchemas;
export type SettingKey = keyof Schemas;

/** `PUT`: any of the keys; null clears. */
export const settingsPutBody = z.strictObject(
  Object.fromEntries(Object.entries(settingSchemas).map(([key, schema]) => [key, schema.nullable().optional()])) as {
    [Key in SettingKey]: z.ZodOptional<z.ZodNullable<Schemas[Key]>>;
  },
);
export type SettingsChange = z.infer<typeof settingsPutBody>;

export const keyStateSchema = z.object({ set: z.boolean(), last4: z.string().nullable() });

/** `GET`: all of the keys, a secret only as whether it is there. */
export const settingsViewSchema = z.object({
  ...(Object.fromEntries(Object.entries(settingSchemas).map(([key, schema]) => [key, schema.nullable()])) as {
    [Key in SettingKey]: z.ZodNullable<Schemas[Key]>;
  }),
  'llm.fallbackApiKey': keyStateSchema,
  'search.apiKey': keyStateSchema,
  'search.safeSearch': settingSchemas['search.safeSearch'],
  'llm.fallbacks': settingSchemas['llm.fallbacks'],
  'context.keepRecentTurns': settingSchemas['context.keepRecentTurns'],
  'permissions.policy': settingSchemas['permissions.policy'],
  'memory.mode': settingSchemas['memory.mode'],
  'ui.theme': settingSchemas['ui.theme'],
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

/**
 * The keys that are stored as they are; the fallbacks are one list with three more names for its first entry, the
 * address of a search engine is checked, keys are sealed.
 */
export const plainKeys = [
  'llm.defaultProvider',
  'llm.defaultModel',
  'context.keepRecentTurns',
  'permissions.policy',
  'memory.mode',
  'knowledge.embeddingProvider',
  'knowledge.embeddingModel',
  'knowledge.rerankerProvider',
  'knowledge.rerankerModel',
  'search.provider',
  'search.safeSearch',
  'ui.locale',
  'ui.theme',
  'ui.thinkingEffort',
] as const satisfies readonly SettingKey[];
