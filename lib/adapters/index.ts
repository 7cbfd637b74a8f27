import { type IMetonaProviderAdapter, MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { AdapterConfig, AdapterDependencies, ProviderDescriptor } from './ports';
import { createCustomAdapter, customSettings, registry } from './registry';
import { type FailureCause, failureCauseOf } from './shared/failure-cause';
import { honourOverrides, overrideInfo } from './shared/model-overrides';

export type {
  AdapterConfig,
  AdapterDependencies,
  AdapterSettingName,
  AdapterSettings,
  AdapterTimeouts,
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
  const entry = registry.find((candidate) => candidate.describe({ testModels: false }).id === config.providerId);
  if (entry === undefined) {
    throw new MetonaFailure({
      code: MetonaErrorCode.INVALID_REQUEST,
      message: `unknown provider: ${config.providerId}`,
      retryable: false,
    });
  }
  return entry.create(config, dependencies);
}
