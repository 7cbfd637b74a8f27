import 'server-only';
import { z } from 'zod';
import { isLentModel } from './lending';
import type { KnownProvider } from './provider-directory';
import { modelOverrideSchema, providerSettingsView, readSettings, toSettingsView } from './provider-settings';
import { keyStateSchema } from './settings-table';

const healthSchema = z.object({
  ok: z.boolean(),
  checked_at: z.iso.datetime(),
  latency_ms: z.number().nullable(),
  error_code: z.string().nullable(),
});

/** What the caller has had of a loan this month, and how much he may; null for no cap. */
const loanUseSchema = z.object({
  cost: z.number(),
  cost_cap: z.number().nullable(),
  currency: z.string(),
  tokens: z.number(),
  token_cap: z.number().nullable(),
});
export type LoanUse = z.infer<typeof loanUseSchema>;

export const providerViewSchema = z.object({
  id: z.string(),
  display_name: z.string(),
  kind: z.enum(['hosted', 'local', 'offline', 'custom']),
  configured: z.boolean(),
  /** Nobody has set it up: it was found on this machine. */
  detected: z.boolean(),
  enabled: z.boolean(),
  needs_key: z.boolean(),
  base_url: z.string().nullable(),
  key: keyStateSchema,
  default_model: z.string().nullable(),
  /** Embedding models to offer, none where only the server knows them; null where there are none at all. */
  embedding_models: z.array(z.string()).nullable(),
  health: healthSchema.nullable(),
  key_url: z.string().nullable(),
  setup_url: z.string().nullable(),
  /** What there is to set beside address and key, null where nothing is set. */
  settings: providerSettingsView,
  /** What the caller corrected, by model id. */
  models: z.record(z.string(), modelOverrideSchema),
  /** Set when an administrator lends it, with his key: the models that may be used, none for all. */
  shared: z.object({ models: z.array(z.string()), use: loanUseSchema.nullable() }).nullable(),
});
export type ProviderView = z.infer<typeof providerViewSchema>;

function embeddingModelsOf({ kind, descriptor, loan }: KnownProvider): string[] | null {
  if (kind === 'custom') return loan === null ? [] : [...loan.models];
  if (descriptor?.embeddingModels === undefined) return null;
  return descriptor.embeddingModels.filter((model) => loan === null || isLentModel(loan, model));
}

/** The outward shape has no field that could hold a key. */
export function toProviderView(provider: KnownProvider, use: LoanUse | null = null): ProviderView {
  const health = healthSchema.safeParse(provider.row?.health);
  return {
    id: provider.id,
    display_name: provider.displayName,
    kind: provider.kind,
    configured: provider.isConfigured,
    detected: provider.isDetected,
    enabled: provider.isEnabled,
    needs_key: provider.needsKey,
    base_url: provider.baseUrl,
    key: { set: provider.hasKey, last4: provider.hasKey ? (provider.row?.keyLast4 ?? null) : null },
    default_model: provider.defaultModel,
    embedding_models: embeddingModelsOf(provider),
    health: health.success ? health.data : null,
    key_url: provider.descriptor?.keyUrl ?? null,
    setup_url: provider.descriptor?.setupUrl ?? null,
    settings: provider.loan === null ? toSettingsView(provider) : {},
    models: readSettings(provider).models,
    shared: provider.loan && { models: [...provider.loan.models], use },
  };
}
