import 'server-only';
import { z } from 'zod';
import type { Freshness, RunSettings, SettingsSource } from '@/lib/agent/ports';
import { lastFour } from '@/lib/crypto/redact';
import type { SettingChange, SettingsStore, StoredSetting } from '@/lib/db/settings-store';
import type { MetonaModelRef } from '@/lib/ir';
import { createBriefMemory } from './brief-memory';
import { changeFallbacks } from './fallback-settings';
import { invalid } from './http/problem';
import type { KnownProvider, ProviderDirectory } from './provider-directory';
import { readStored, type StoredSettings as Stored } from './read-stored';
import { changeSearch, readSearchSettings } from './search-settings';
import type { SecretVault } from './secret-vault';
import { plainKeys, type SettingsChange, type SettingsView, settingSchemas } from './settings-table';

/** What is kept beside the ciphertext of the fallback's key: whom it was given for. */
const keyNoteSchema = z.object({ provider: z.string(), origin: z.string(), last4: z.string().nullable() });

const fallbackKeyName = 'llm.fallbackApiKey';
const fallbacksName = 'llm.fallbacks';

export interface SettingsDependencies {
  readonly store: SettingsStore;
  readonly directory: ProviderDirectory;
  readonly vault: SecretVault;
  /** The address of a search engine as it is stored; throws for one that may not be dialled. */
  readonly checkSearchUrl: (text: string) => Promise<string>;
}

/** The settings that steer a run, beside those of the `SettingsSource`. */
export interface ModelSettings {
  readonly defaultProvider: string | null;
  readonly defaultModel: string | null;
  readonly fallbacks: readonly MetonaModelRef[];
  readonly keepRecentTurns: number;
}

const fallbacksOf = (stored: Stored): MetonaModelRef[] =>
  readStored(stored, fallbacksName, settingSchemas['llm.fallbacks']) ?? [];

function keyNoteOf(stored: Stored) {
  const note = readStored(stored, fallbackKeyName, keyNoteSchema);
  return note !== null && stored.get(fallbackKeyName)?.secret ? note : null;
}

function toView(stored: Stored): SettingsView {
  const read = <Key extends keyof typeof settingSchemas>(key: Key) =>
    readStored(stored, key, settingSchemas[key]) as z.output<(typeof settingSchemas)[Key]> | null;
  const fallbacks = fallbacksOf(stored);
  const note = keyNoteOf(stored);
  const search = readSearchSettings(stored);
  return {
    'llm.defaultProvider': read('llm.defaultProvider'),
    'llm.defaultModel': read('llm.defaultModel'),
    'llm.fallbackProvider': fallbacks[0]?.provider ?? null,
    'llm.fallbackModel': fallbacks[0]?.model ?? null,
    'llm.fallbackApiKey': { set: note !== null, last4: note?.last4 ?? null },
    'llm.fallbacks': fallbacks,
    'context.keepRecentTurns': read('context.keepRecentTurns') ?? 5,
    'permissions.policy': read('permissions.policy') ?? {},
    'memory.mode': read('memory.mode') ?? 'confirm',
    'knowledge.embeddingProvider': read('knowledge.embeddingProvider'),
    'knowledge.embeddingModel': read('knowledge.embeddingModel'),
    'knowledge.rerankerProvider': read('knowledge.rerankerProvider'),
    'knowledge.rerankerModel': read('knowledge.rerankerModel'),
    'search.provider': search.provider,
    'search.baseUrl': search.baseUrl,
    'search.apiKey': search.key,
    'search.safeSearch': search.safeSearch,
    'ui.locale': read('ui.locale'),
    'ui.theme': read('ui.theme') ?? 'system',
    'ui.thinkingEffort': read('ui.thinkingEffort'),
  };
}

const refOf = (provider: string | null, model: string | null): MetonaModelRef | null =>
  provider === null || model === null ? null : { provider, model };

function checkProviders(change: SettingsChange, providers: ReadonlyMap<string, KnownProvider>): void {
  const named = [
    ['llm.defaultProvider', change['llm.defaultProvider']],
    ['llm.fallbackProvider', change['llm.fallbackProvider']],
    ['knowledge.embeddingProvider', change['knowledge.embeddingProvider']],
    ['knowledge.rerankerProvider', change['knowledge.rerankerProvider']],
    ...(change['llm.fallbacks'] ?? []).map(({ provider }, at) => [`llm.fallbacks.${at}.provider`, provider] as const),
  ] as const;
  const unknown = named.filter(([, id]) => typeof id === 'string' && !providers.has(id));
  if (unknown.length > 0) throw invalid(unknown.map(([path]) => ({ path, message: 'There is no such provider.' })));
}

/** Settings are read by every part of a run: once is enough for those who need not know them as they are now. */
function readBriefly(store: SettingsStore) {
  const memory = createBriefMemory<Stored>();
  const save = (userId: string, changes: readonly SettingChange[]): Promise<void> =>
    memory.around(userId, () => store.save(userId, changes));
  return {
    stored: (userId: string, of?: Freshness): Promise<Stored> =>
      memory[of?.as === 'lately' ? 'recall' : 'renew'](userId, () => store.load(userId)),
    save,
    /** No setting has its key, so nobody sees it. */
    note: (userId: string, key: string): Promise<void> =>
      save(userId, [{ key, setting: { value: true, secret: null } }]),
  };
}

type ReadView = (userId: string, of?: Freshness) => Promise<SettingsView>;

const sourceOf = (view: ReadView): SettingsSource => ({
  async load(userId, of): Promise<RunSettings> {
    const found = await view(userId, of);
    return { policy: found['permissions.policy'], memoryMode: found['memory.mode'] };
  },
});

export function createSettings({ store, directory, vault, checkSearchUrl: checkUrl }: SettingsDependencies) {
  const sealFor = (userId: string, key: string, provider: KnownProvider): StoredSetting => ({
    value: { provider: provider.id, origin: provider.origin, last4: lastFour(key) },
    secret: vault.seal(key, { userId, providerId: provider.id, origin: provider.origin, field: fallbackKeyName }),
  });

  /** The fallback's key goes with its provider: another first fallback forgets it. */
  const keyChange = (
    userId: string,
    change: SettingsChange,
    of: { stored: Stored; first: KnownProvider | undefined },
  ): SettingChange[] => {
    const key = change[fallbackKeyName];
    if (typeof key === 'string') {
      if (of.first === undefined)
        throw invalid([{ path: fallbackKeyName, message: 'Choose a fallback provider first.' }]);
      return [{ key: fallbackKeyName, setting: sealFor(userId, key, of.first) }];
    }
    const isStale = keyNoteOf(of.stored)?.provider !== of.first?.id;
    return key === null || isStale ? [{ key: fallbackKeyName, setting: null }] : [];
  };

  const { stored, save, note } = readBriefly(store);
  const view: ReadView = async (userId, of) => toView(await stored(userId, of));

  return {
    source: sourceOf(view),
    view,

    /** The settings as they lie in the database, and how a note of ours is kept among them. */
    stored,
    note,

    async update(userId: string, change: SettingsChange): Promise<SettingsView> {
      const providers = new Map((await directory.list(userId)).map((provider) => [provider.id, provider]));
      checkProviders(change, providers);
      const before = await store.load(userId);
      const fallbacks = changeFallbacks(fallbacksOf(before), change, (id) => providers.get(id)?.defaultModel ?? null);
      const plain = plainKeys.flatMap((key): SettingChange[] => {
        const value = change[key];
        return value === undefined ? [] : [{ key, setting: value === null ? null : { value, secret: null } }];
      });
      const search = await changeSearch(change, { userId, stored: before, vault, checkUrl });
      const named = fallbacks[0] && providers.get(fallbacks[0].provider);
      // A key of the user's own is for the provider as it is without a loan.
      const first = named?.loan?.own ?? named;
      await save(userId, [
        ...plain,
        { key: fallbacksName, setting: fallbacks.length === 0 ? null : { value: fallbacks, secret: null } },
        ...keyChange(userId, change, { stored: before, first }),
        ...search,
      ]);
      return await view(userId);
    },

    /** The model that turns memories and passages into vectors; null unless both provider and model are chosen. */
    async embeddingModel(userId: string): Promise<MetonaModelRef | null> {
      const found = await view(userId, { as: 'lately' });
      return refOf(found['knowledge.embeddingProvider'], found['knowledge.embeddingModel']);
    },

    /** The model that puts the best passages of a search in order; null unless both provider and model are chosen. */
    async rerankerModel(userId: string): Promise<MetonaModelRef | null> {
      const found = await view(userId, { as: 'lately' });
      return refOf(found['knowledge.rerankerProvider'], found['knowledge.rerankerModel']);
    },

    async models(userId: string): Promise<ModelSettings> {
      const found = await view(userId, { as: 'lately' });
      return {
        defaultProvider: found['llm.defaultProvider'],
        defaultModel: found['llm.defaultModel'],
        fallbacks: found['llm.fallbacks'],
        keepRecentTurns: found['context.keepRecentTurns'],
      };
    },

    /** The key given for the first fallback, as long as it is still the same provider at the same origin. */
    async fallbackKey(userId: string, provider: KnownProvider): Promise<string | null> {
      const found = await stored(userId, { as: 'lately' });
      const note = keyNoteOf(found);
      const secret = found.get(fallbackKeyName)?.secret;
      if (!note || !secret || note.provider !== provider.id || note.origin !== provider.origin) return null;
      return vault.open(secret, { userId, providerId: note.provider, origin: note.origin, field: fallbackKeyName });
    },
  };
}
export type Settings = ReturnType<typeof createSettings>;
