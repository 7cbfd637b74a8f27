import 'server-only';
import { lastFour } from '@/lib/crypto/redact';
import { keyField } from './adapter-source';
import { checkBaseUrl, refuseUrl } from './base-url';
import { conflict, invalid, notFound } from './http/problem';
import { isLentModel, type Lending, modelRefusal } from './lending';
import { applyProviderChange, type ProviderChange } from './provider-change';
import { type KnownProvider, type LentProvider, loanKind } from './provider-directory';
import { createProviderEnquiries, type EnquiryDependencies } from './provider-enquiries';
import { type ProviderView, toProviderView } from './provider-view';
import type { SecretVault } from './secret-vault';

export interface ProviderDependencies extends EnquiryDependencies {
  readonly vault: SecretVault;
  readonly lending: Pick<Lending, 'use'>;
  readonly assertAllowed: (url: string) => Promise<void>;
  readonly newId: (prefix: string) => string;
}

export interface NewProvider {
  readonly name: string;
  readonly base_url: string;
  readonly api_key?: string | undefined;
  readonly default_model?: string | undefined;
}

const maxCustom = 100;

/** What a borrower may say about a loan; all else is for whoever gives a key of his own. */
function loanValues(userId: string, of: { provider: KnownProvider; loan: LentProvider; change: ProviderChange }) {
  const { provider, loan, change } = of;
  const { enabled, default_model: model, ...rest } = change;
  if (Object.values(rest).some((value) => value !== undefined))
    throw conflict('The administrator shares this provider: its key, address and settings are not yours to change.');
  if (typeof model === 'string' && !isLentModel(loan, model))
    throw modelRefusal({ userId, providerId: provider.id, displayName: provider.displayName }, model);
  return {
    kind: loanKind,
    displayName: null,
    baseUrl: null,
    enabled: enabled ?? provider.isEnabled,
    defaultModel: model === undefined ? (provider.row?.defaultModel ?? null) : model,
    keyCipher: null,
    keyLast4: null,
    keyOrigin: null,
    settings: null,
  };
}

export function createProviders(dependencies: ProviderDependencies) {
  const { configs, directory, vault, lending } = dependencies;

  const find = async (userId: string, providerId: string): Promise<KnownProvider> => {
    const provider = await directory.find(userId, providerId);
    if (provider === null) throw notFound();
    return provider;
  };

  const checkUrl = (text: string) => checkBaseUrl(text, dependencies.assertAllowed);

  const save = async (userId: string, provider: KnownProvider, change: ProviderChange): Promise<ProviderView> => {
    const seal = (key: string, origin: string) =>
      vault.seal(key, { userId, providerId: provider.id, origin, field: keyField });
    const values = applyProviderChange(provider, change, seal);
    await directory.change(userId, provider.id, () => configs.save(userId, provider.id, values));
    dependencies.windows.forget(userId, provider);
    return toProviderView(await find(userId, provider.id));
  };

  return {
    own: find,
    ...createProviderEnquiries(dependencies),

    async list(userId: string): Promise<{ items: ProviderView[]; next_cursor: null }> {
      const found = await directory.list(userId);
      const items = found.map(async (provider) =>
        toProviderView(provider, provider.loan && (await lending.use({ userId, providerId: provider.id }))),
      );
      return { items: await Promise.all(items), next_cursor: null };
    },

    async update(userId: string, found: KnownProvider, change: ProviderChange): Promise<ProviderView> {
      const { loan } = found;
      const bringsKey = loan !== null && found.kind !== 'custom' && typeof change.api_key === 'string';
      if (loan !== null && !bringsKey) {
        const values = loanValues(userId, { provider: found, loan, change });
        await directory.change(userId, found.id, () => configs.save(userId, found.id, values));
        return toProviderView(await find(userId, found.id));
      }
      const provider = loan?.own ?? found;
      if (provider.kind === 'offline' && (change.base_url != null || change.api_key != null)) {
        throw invalid([
          { path: change.base_url != null ? 'base_url' : 'api_key', message: 'this provider needs none' },
        ]);
      }
      if (provider.kind === 'custom' && change.base_url === null)
        throw refuseUrl('a server of your own needs an address');
      const baseUrl = typeof change.base_url === 'string' ? await checkUrl(change.base_url) : change.base_url;
      return await save(userId, provider, { ...change, base_url: baseUrl });
    },

    async create(userId: string, { name, base_url, api_key, default_model }: NewProvider): Promise<ProviderView> {
      if ((await configs.countCustom(userId)) >= maxCustom)
        throw conflict(`There can be at most ${maxCustom} servers of your own.`);
      const baseUrl = await checkUrl(base_url);
      const id = dependencies.newId('custom');
      const origin = new URL(baseUrl).origin;
      const seal = (key: string) => vault.seal(key, { userId, providerId: id, origin, field: keyField });
      const values = {
        kind: 'custom',
        displayName: name,
        baseUrl,
        enabled: true,
        defaultModel: default_model ?? null,
        keyCipher: api_key === undefined ? null : seal(api_key),
        keyLast4: api_key === undefined ? null : lastFour(api_key),
        keyOrigin: api_key === undefined ? null : origin,
        settings: null,
      };
      await directory.change(userId, id, () => configs.save(userId, id, values));
      return toProviderView(await find(userId, id));
    },

    /** A registered provider is everyone's: taking its configuration away always succeeds. */
    async delete(userId: string, providerId: string): Promise<void> {
      const provider = await directory.find(userId, providerId);
      const isGone = await directory.change(userId, providerId, () => configs.delete(userId, providerId));
      if (!isGone && (provider === null || provider.kind === 'custom')) throw notFound();
    },
  };
}
