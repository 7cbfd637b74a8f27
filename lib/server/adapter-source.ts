import 'server-only';
import {
  type AdapterConfig,
  type AdapterDependencies,
  type AdapterSettings,
  createAdapter,
  createEmbedder,
  type Embedder,
} from '@/lib/adapters';
import type { AdapterSource } from '@/lib/agent/ports';
import { type IMetonaProviderAdapter, MetonaFailure } from '@/lib/ir';
import { notConfigured, notFound } from './http/problem';
import type { ListedWindows } from './listed-windows';
import type { KnownProvider, ProviderDirectory } from './provider-directory';
import { overridesOf, readSettings, toAdapterSettings } from './provider-settings';
import type { SecretVault } from './secret-vault';

export const keyField = 'api_key';

const learnTimeoutMs = 4_000;

export interface AdapterSourceDependencies {
  readonly directory: ProviderDirectory;
  readonly vault: SecretVault;
  readonly adapter: AdapterDependencies;
  readonly windows: Pick<ListedWindows, 'find' | 'isKnown' | 'keep'>;
  /** The key kept for the first fallback, if it was given for this provider and origin. */
  readonly fallbackKey: (userId: string, provider: KnownProvider) => Promise<string | null>;
}

/** Adapters as users have configured them. */
export interface UserAdapters extends AdapterSource {
  /** For a provider that may be switched off, as when it is tested. */
  openKnown(userId: string, provider: KnownProvider): Promise<IMetonaProviderAdapter>;
  /** The same without what the user corrected about its models. */
  openUncorrected(userId: string, provider: KnownProvider): Promise<IMetonaProviderAdapter>;
  /** What turns texts into vectors at a provider; throws as `require` does. */
  openEmbedder(userId: string, providerId: string): Promise<Embedder>;
  /** Throws the 404 of an unknown provider, or the 409 of one that cannot be used yet. */
  require(userId: string, providerId: string): Promise<KnownProvider>;
}

function toConfig(provider: KnownProvider, apiKey: string | null, settings: AdapterSettings): AdapterConfig {
  return {
    providerId: provider.id,
    ...(provider.kind === 'custom' && { kind: 'custom' as const }),
    ...(provider.baseUrl !== null && { baseUrl: provider.baseUrl }),
    ...(apiKey !== null && { apiKey }),
    settings,
  };
}

export function createAdapterSource({
  directory,
  vault,
  adapter,
  windows,
  fallbackKey,
}: AdapterSourceDependencies): UserAdapters {
  const keyOf = async (userId: string, provider: KnownProvider): Promise<string | null> => {
    const { id: providerId, origin, row } = provider;
    if (!provider.hasKey || !row?.keyCipher) return await fallbackKey(userId, provider);
    return vault.open(row.keyCipher, { userId, providerId, origin, field: keyField });
  };

  const configOf = async (userId: string, provider: KnownProvider, more: AdapterSettings) => {
    const key = await keyOf(userId, provider);
    if (key === null && (provider.needsKey || provider.awaitsKey)) {
      throw notConfigured(`${provider.displayName} has no key. Enter one in its settings.`);
    }
    const settings = { ...toAdapterSettings(provider, windows.find(userId, provider)), ...more };
    return toConfig(provider, key, settings);
  };
  const openWith = async (userId: string, provider: KnownProvider, more: AdapterSettings) =>
    createAdapter(await configOf(userId, provider, more), adapter);
  const openKnown = (userId: string, provider: KnownProvider) =>
    openWith(userId, provider, { modelOverrides: overridesOf(provider) });

  /** A server of the user's own says how much it takes only in its list; it is read once before its first run. */
  const learnWindows = async (userId: string, provider: KnownProvider): Promise<void> => {
    const isListed = windows.isKnown(userId, provider) || readSettings(provider).seen !== null;
    if (provider.kind !== 'custom' || isListed) return;
    const signal = AbortSignal.timeout(learnTimeoutMs);
    const asking = openWith(userId, provider, {}).then((adapter) => adapter.listModels({ signal }));
    // Without a list the safe default holds, and a context that turns out to be too long is made shorter then.
    windows.keep(userId, provider, await asking.catch(() => []));
  };

  const isUsable = async (userId: string, provider: KnownProvider) =>
    provider.isEnabled || (provider.row?.enabled !== false && (await fallbackKey(userId, provider)) !== null);

  const requireUsable = async (userId: string, provider: KnownProvider): Promise<KnownProvider> => {
    if (await isUsable(userId, provider)) return provider;
    const isOff = provider.isConfigured;
    throw notConfigured(
      `${provider.displayName} is ${isOff ? 'switched off' : 'not set up'}. Change that in its settings.`,
    );
  };

  const require = async (userId: string, providerId: string) => {
    const provider = await directory.findLately(userId, providerId);
    if (provider === null) throw notFound();
    return requireUsable(userId, provider);
  };

  return {
    require,
    openKnown,
    openEmbedder: async (userId, providerId) =>
      createEmbedder(await configOf(userId, await require(userId, providerId), {}), adapter),
    openUncorrected: (userId, provider) => openWith(userId, provider, {}),
    async open(userId, { provider: providerId }) {
      const provider = await directory.findLately(userId, providerId);
      if (provider === null) {
        throw new MetonaFailure({
          code: 'not_found',
          message: `There is no provider "${providerId}".`,
          provider: providerId,
          retryable: false,
        });
      }
      await requireUsable(userId, provider);
      await learnWindows(userId, provider);
      return await openKnown(userId, provider);
    },
  };
}
