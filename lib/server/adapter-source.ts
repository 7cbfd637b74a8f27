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
import { knownPrice } from './fallback-settings';
import { notConfigured, notFound } from './http/problem';
import { isLentModel, type Lending } from './lending';
import { type LentUse, lendAdapter, lendEmbedder } from './lent-adapter';
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
  readonly lending: Pick<Lending, 'check' | 'record'>;
  readonly now: () => number;
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

/** The provider a key and an address are taken from: the lender's where it is lent. */
const sourceOf = (provider: KnownProvider): KnownProvider => provider.loan?.source ?? provider;

/** The only place where a key is opened for a call; what leaves it on a borrowed key is held to what is shared. */
function createOpening({ vault, adapter, windows, fallbackKey, lending, now }: AdapterSourceDependencies) {
  const keyOf = async (userId: string, provider: KnownProvider): Promise<string | null> => {
    const { id: providerId, origin, row, hasKey } = sourceOf(provider);
    const ownerId = provider.loan?.ownerId ?? userId;
    if (hasKey && row?.keyCipher)
      return vault.open(row.keyCipher, { userId: ownerId, providerId, origin, field: keyField });
    return provider.loan === null ? await fallbackKey(userId, provider) : null;
  };

  /** A key of the user's own beats a loan, also the one he gave for his first fallback. */
  const preferOwn = async (userId: string, provider: KnownProvider): Promise<KnownProvider> => {
    const own = provider.loan?.own;
    return own && own.row?.enabled !== false && (await fallbackKey(userId, own)) !== null ? own : provider;
  };

  const configOf = async (userId: string, provider: KnownProvider, more: AdapterSettings) => {
    const source = sourceOf(provider);
    const key = await keyOf(userId, provider);
    if (key === null && (source.needsKey || source.awaitsKey)) {
      throw notConfigured(`${source.displayName} has no key. Enter one in its settings.`);
    }
    const settings = { ...toAdapterSettings(source, windows.find(userId, provider)), ...more };
    return toConfig(source, key, settings);
  };

  const lentUse = (userId: string, { id, displayName, loan }: KnownProvider): LentUse | null =>
    loan && {
      lending,
      loan: { userId, providerId: id, displayName },
      pricingOf: (model) => knownPrice(loan.source, model) ?? null,
      isLent: (model) => isLentModel(loan, model),
      now,
    };

  return {
    async adapter(userId: string, found: KnownProvider, of: { corrected: boolean }): Promise<IMetonaProviderAdapter> {
      const provider = await preferOwn(userId, found);
      const more = of.corrected ? { modelOverrides: overridesOf(sourceOf(provider)) } : {};
      const opened = createAdapter(await configOf(userId, provider, more), adapter);
      const use = lentUse(userId, provider);
      return use === null ? opened : lendAdapter(opened, use);
    },
    async embedder(userId: string, found: KnownProvider): Promise<Embedder> {
      const provider = await preferOwn(userId, found);
      const opened = createEmbedder(await configOf(userId, provider, {}), adapter);
      const use = lentUse(userId, provider);
      return use === null ? opened : lendEmbedder(opened, use);
    },
  };
}

export function createAdapterSource(dependencies: AdapterSourceDependencies): UserAdapters {
  const { directory, windows, fallbackKey } = dependencies;
  const opening = createOpening(dependencies);
  const openKnown = (userId: string, provider: KnownProvider) => opening.adapter(userId, provider, { corrected: true });
  const openUncorrected = (userId: string, provider: KnownProvider) =>
    opening.adapter(userId, provider, { corrected: false });

  /** A server of the user's own says how much it takes only in its list; it is read once before its first run. */
  const learnWindows = async (userId: string, provider: KnownProvider): Promise<void> => {
    const isListed = windows.isKnown(userId, provider) || readSettings(sourceOf(provider)).seen !== null;
    if (provider.kind !== 'custom' || isListed) return;
    const signal = AbortSignal.timeout(learnTimeoutMs);
    const asking = openUncorrected(userId, provider).then((adapter) => adapter.listModels({ signal }));
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
    openEmbedder: async (userId, providerId) => opening.embedder(userId, await require(userId, providerId)),
    openUncorrected,
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
