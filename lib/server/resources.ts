import 'server-only';
import { type AdapterDependencies, createAdapter, listProviders } from '@/lib/adapters';
import { hashPassword, verifyPassword } from '@/lib/auth/passwords';
import type { Envelope } from '@/lib/crypto/envelope';
import { deriveKey, type KeyPurpose } from '@/lib/crypto/keys';
import type { PrismaClient } from '@/lib/db/client';
import { createGrantStore } from '@/lib/db/grant-store';
import { createMemoryStore } from '@/lib/db/memory-store';
import { createMessageStore } from '@/lib/db/message-store';
import { createNoteStore } from '@/lib/db/note-store';
import { createProviderConfigStore } from '@/lib/db/provider-config-store';
import { createSessionStore } from '@/lib/db/session-store';
import { createSettingsStore } from '@/lib/db/settings-store';
import { createShareStore } from '@/lib/db/share-store';
import type { MetonaModelRef } from '@/lib/ir';
import { createTools } from '@/lib/tools';
import { createAdapterSource } from './adapter-source';
import { createChooseModel } from './choose-model';
import { createLocalDetection } from './detect-local';
import type { Env } from './env';
import { createExport } from './export';
import { createFallbackSource } from './fallback-settings';
import { createGrants } from './grants';
import { createListedWindows } from './listed-windows';
import { createMemories } from './memories';
import { createMessages } from './messages';
import { createNotes } from './notes';
import { adapterTimeouts, createImageDownload, createProviderFetch, createWebFetch, toHttpPort } from './outbound';
import { createProviderDirectory } from './provider-directory';
import { createProviders } from './providers';
import { createPublicShares } from './public-shares';
import { createSearch } from './search';
import { createSecretVault } from './secret-vault';
import { createSessions } from './sessions';
import { createSettings, type Settings } from './settings';
import { createUnlock } from './share-unlock';
import { createShares } from './shares';
import { createToolCatalogue } from './tools';

export interface ResourceFoundation {
  readonly env: Env;
  readonly database: PrismaClient;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly vault: Envelope;
  readonly sessionSecret: () => string;
  readonly redact: (text: string) => string;
  /** Ends a run of a session that is about to be deleted. */
  readonly cancelRun: (userId: string, runId: string) => Promise<void>;
}

function assembleStores({ database, newId, now }: ResourceFoundation) {
  const recording = { newId, now };
  return {
    sessions: createSessionStore(database),
    messages: createMessageStore(database),
    notes: createNoteStore(database, recording),
    memories: createMemoryStore(database, recording),
    shares: createShareStore(database),
    grants: createGrantStore(database),
    settings: createSettingsStore(database),
    configs: createProviderConfigStore(database),
  };
}
type Stores = ReturnType<typeof assembleStores>;

function adapterDependencies(
  { env, newId, now, redact }: ResourceFoundation,
  http: AdapterDependencies['http'],
): AdapterDependencies {
  return {
    http,
    ids: () => newId('tc'),
    now,
    redact,
    timeouts: adapterTimeouts(env),
    downloadImage: createImageDownload(createWebFetch(env)),
    testModels: env.mock === 'test',
  };
}

/** Providers, keys and settings: who may answer, and how to reach him. */
function assembleProviders(foundation: ResourceFoundation, stores: Stores) {
  const { env, now, newId } = foundation;
  const fetcher = createProviderFetch(env);
  const adapter = adapterDependencies(foundation, toHttpPort(fetcher, env));
  const vault = createSecretVault(foundation.vault);
  const descriptors = listProviders({ testModels: env.mock === 'test' }).filter(
    (found) => env.mock !== 'off' || found.id !== 'mock',
  );
  const isDetected = createLocalDetection({
    privateOrigins: env.privateOrigins,
    probe: ({ id }, signal) => createAdapter({ providerId: id }, adapter).healthCheck({ signal }),
    now,
  });
  const directory = createProviderDirectory({ configs: stores.configs, descriptors, isDetected });
  const settings: Settings = createSettings({ store: stores.settings, directory, vault });
  const windows = createListedWindows();
  const adapters = createAdapterSource({ directory, vault, adapter, windows, fallbackKey: settings.fallbackKey });
  const assertAllowed = (url: string) => fetcher.assertAllowed(url);
  return {
    settings,
    adapters,
    fallbacks: createFallbackSource({ settings, directory }),
    providers: createProviders({
      configs: stores.configs,
      directory,
      adapters,
      windows,
      settings,
      vault,
      assertAllowed,
      newId,
      now,
    }),
    chooseModel: createChooseModel({ settings, directory, adapters }) satisfies (
      userId: string,
      wanted: { provider?: string; model?: string },
    ) => Promise<MetonaModelRef>,
  };
}

function assembleSharing(foundation: ResourceFoundation, { shares, sessions, messages }: Stores) {
  const { env, now, newId, sessionSecret } = foundation;
  const keyFor = (purpose: KeyPurpose) => () => deriveKey(sessionSecret(), purpose);
  const common = { shares, sessions, tokenKey: keyFor('share-token'), newId, now };
  const unlock = createUnlock(keyFor('share-unlock'), now);
  return {
    shares: createShares({ ...common, messages, hashPassphrase: hashPassword, publicUrl: env.url }),
    publicShares: createPublicShares({
      ...common,
      unlock,
      verifyPassphrase: verifyPassword,
      isSecure: env.url.startsWith('https://'),
    }),
  };
}

/** Everything a user owns beside his runs: stores first, then the facades that routes call. */
export function assembleResources(foundation: ResourceFoundation) {
  const stores = assembleStores(foundation);
  const { sessions, messages, notes, memories, grants } = stores;
  const { newId, now, cancelRun, env } = foundation;
  const providers = assembleProviders(foundation, stores);
  const tools = createTools({ notes, memories, settings: providers.settings.source, testTools: env.mock === 'test' });
  return {
    ...providers,
    ...assembleSharing(foundation, stores),
    tools,
    toolCatalogue: createToolCatalogue(tools),
    memoryStore: memories,
    sessions: createSessions({ sessions, messages, newId, now, cancelRun }),
    messages: createMessages(messages),
    search: createSearch({ sessions, messages }),
    sessionExport: createExport({ sessions, messages, newId, now }),
    notes: createNotes(notes),
    memories: createMemories(memories),
    grants: createGrants({ grants, now }),
  };
}
