import 'server-only';
import type { MetonaModelRef } from '@/lib/ir';
import type { UserAdapters } from './adapter-source';
import { invalid, notConfigured } from './http/problem';
import { isLentModel, modelRefusal } from './lending';
import type { KnownProvider, ProviderDirectory } from './provider-directory';
import type { Settings } from './settings';

export interface ChoiceDependencies {
  readonly settings: Pick<Settings, 'models'>;
  readonly directory: ProviderDirectory;
  readonly adapters: Pick<UserAdapters, 'require'>;
}

/** Its last test failed. */
const isFailing = ({ row }: KnownProvider): boolean => (row?.health as { ok?: unknown } | null)?.ok === false;

/**
 * Who answers a call that names no provider or no model: the user's choice, else the first provider that is ready.
 * Throws what the caller should be told when that one is unknown or cannot be used.
 */
export function createChooseModel({ settings, directory, adapters }: ChoiceDependencies) {
  const firstReady = async (userId: string): Promise<string> => {
    const ready = (await directory.list(userId)).filter(
      ({ isEnabled, defaultModel }) => isEnabled && defaultModel !== null,
    );
    const real = ready.filter(({ kind }) => kind !== 'offline');
    const chosen = real.find((provider) => !isFailing(provider)) ?? real[0] ?? ready[0];
    if (!chosen) throw notConfigured('No provider is set up. Enter a key for one in the settings.');
    return chosen.id;
  };

  /** Who named nothing is not told that nothing was found. */
  const usualProvider = async (userId: string, usual: string | null): Promise<KnownProvider> => {
    if (usual !== null && !(await directory.findLately(userId, usual)))
      throw notConfigured('Your default provider no longer exists. Choose another one in the settings.');
    return adapters.require(userId, usual ?? (await firstReady(userId)));
  };

  return async (userId: string, wanted: { provider?: string; model?: string }): Promise<MetonaModelRef> => {
    const [chosen, named] = await Promise.all([
      settings.models(userId),
      wanted.provider === undefined ? null : adapters.require(userId, wanted.provider),
    ]);
    const provider = named ?? (await usualProvider(userId, chosen.defaultProvider));
    const usual = provider.id === chosen.defaultProvider ? chosen.defaultModel : null;
    const model = wanted.model ?? usual ?? provider.defaultModel;
    if (model === null)
      throw invalid([{ path: 'model', message: `Name a model: ${provider.displayName} has no default.` }]);
    const { id: providerId, displayName, loan } = provider;
    if (loan !== null && !isLentModel(loan, model)) throw modelRefusal({ userId, providerId, displayName }, model);
    return { provider: providerId, model };
  };
}
