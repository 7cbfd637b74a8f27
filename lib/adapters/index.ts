import { type IMetonaProviderAdapter, MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { AdapterConfig, AdapterDependencies, Embedder, ProviderDescriptor, ProviderEntry } from './ports';
import { createCustomAdapter, createCustomEmbedder, customSettings, registry } from './registry';
import { type FailureCause, failureCauseOf } from './shared/failure-cause';
import { honourOverrides, overrideInfo } from './shared/model-overrides';

export type {
  AdapterConfig,
  AdapterDependencies,
  AdapterSettingName,
  AdapterSettings,
  AdapterTimeouts,
  Embedder,
  HttpPort,
  ModelOverride,
  ProviderDescriptor,
} from './ports';
export { customSettings, type FailureCause, failureCauseOf, overrideInfo };

/** The registered providers in the order a picker shows them; custom servers are not among them. */
export function listProviders(options?: { testModels?: boolean }): ProviderDescriptor[] {
  return registry.map((entry) => entry.describe({ testModels: options?.testModels ?? false }));
}

/**
 * Makes the adapter of one provider with one key. It holds no connection and may be made per run. Throws
 * `MetonaFailure` (`invalid_request`) for an unknown provider or a missing or malformed base URL, `auth_invalid` for a
 * provider that needs a key and has none.
 */
export function createAdapter(config: AdapterConfig, dependencies: AdapterDependencies): IMetonaProviderAdapter {
  return honourOverrides(makeAdapter(config, dependencies), config.settings ?? {});
}

function makeAdapter(config: AdapterConfig, dependencies: AdapterDependencies): IMetonaProviderAdapter {
  if (config.kind === 'custom') return createCustomAdapter(config, dependencies);
  return findEntry(config).create(config, dependencies);
}

/**
 * What turns texts into vectors at one provider with one key. Throws as `createAdapter` does, and `invalid_request` for a
 * provider without embedding models.
 */
export function createEmbedder(config: AdapterConfig, dependencies: AdapterDependencies): Embedder {
  if (config.kind === 'custom') return createCustomEmbedder(config, dependencies);
  const entry = findEntry(config);
  if (entry.createEmbedder === undefined) throw refuse(`${config.providerId} offers no embedding models`);
  return entry.createEmbedder(config, dependencies);
}

function findEntry({ providerId }: AdapterConfig): ProviderEntry {
  const entry = registry.find((candidate) => candidate.describe({ testModels: false }).id === providerId);
  if (entry === undefined) throw refuse(`unknown provider: ${providerId}`);
  return entry;
}

function refuse(message: string): MetonaFailure {
  return new MetonaFailure({ code: MetonaErrorCode.INVALID_REQUEST, message, retryable: false });
}
