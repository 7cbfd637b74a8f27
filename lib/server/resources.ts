import 'server-only';
import { type AdapterDependencies, createAdapter, listProviders, type ProviderDescriptor } from '@/lib/adapters';
import type { Logger } from '@/lib/agent/ports';
import { hashPassword, verifyPassword } from '@/lib/auth/passwords';
import type { Envelope } from '@/lib/crypto/envelope';
import { deriveKey, type KeyPurpose } from '@/lib/crypto/keys';
import type { Pool, PrismaClient } from '@/lib/db/client';
import { isDatabaseUnavailable } from '@/lib/db/database-unavailable';
import { createGrantStore } from '@/lib/db/grant-store';
import { createMemoryCleanUpStore } from '@/lib/db/memory-clean-up-store';
import { createMemoryStore } from '@/lib/db/memory-store';
import { createMemoryVectors } from '@/lib/db/memory-vectors';
import { createMessageStore } from '@/lib/db/message-store';
import { createNoteStore } from '@/lib/db/note-store';
import { createProviderConfigStore } from '@/lib/db/provider-config-store';
import type { RateStore } from '@/lib/db/rate-store';
import { createSessionStore } from '@/lib/db/session-store';
import { createSettingsStore } from '@/lib/db/settings-store';
import { createShareStore } from '@/lib/db/share-store';
import { createSharedProviderStore } from '@/lib/db/shared-provider-store';
import { isWorthRepeating } from '@/lib/db/sql';
import { createTaskStore } from '@/lib/db/task-store';
import { createWorkspaceCopies } from '@/lib/db/workspace-copies';
import { createWorkspaceStore } from '@/lib/db/workspace-store';
import { mcpNamespace } from '@/lib/extensions/mcp';
import type { MetonaModelRef } from '@/lib/ir';
import { createNoteText } from '@/lib/knowledge/notes';
import { createTools } from '@/lib/tools';
import { composeTools } from '@/lib/tools/compose-tools';
import { createAdapterSource } from './adapter-source';
import { assembleExchange } from './assemble-exchange';
import { assembleKnowledge, type KnowledgeFoundation } from './assemble-knowledge';
import { checkBaseUrl } from './base-url';
import { createChooseModel } from './choose-model';
import { createLocalDetection } from './detect-local';
import { createEmbeddingModel, type EmbeddingModel } from './embedding-model';
import type { Env } from './env';
import { assembleExtensions } from './extensions';
import { createFallbackSource } from './fallback-settings';
import { createFiles } from './files';
import { createGrants } from './grants';
import { createIndexRequests, tellChanges } from './knowledge-requests';
import { createLending } from './lending';
import { createListedWindows } from './listed-windows';
import { assembleMcp } from './mcp';
import { createMemories } from './memories';
import { createMemoryIndex } from './memory-index';
import { createMemorySearch } from './memory-search';
import { createMessages } from './messages';
import { createNotes } from './notes';
import { adapterTimeouts, createImageDownload, createProviderFetch, createWebFetch, toHttpPort } from './outbound';
import { createOwnKeys } from './own-keys';
import { createProviderDirectory } from './provider-directory';
import { createProviders } from './providers';
import { createPublicShares } from './public-shares';
import { createSearch } from './search';
import { createSecretVault } from './secret-vault';
import { createSessions } from './sessions';
import { createSettings, type Settings } from './settings';
import { createUnlock } from './share-unlock';
import { createSharedProviders } from './shared-providers';
import { createShares } from './shares';
import type { SiteSettings } from './site-settings';
import { createTasks } from './tasks';
import { createToolCatalogue } from './tools';
import { createUsedExtensions } from './used-extensions';
import { createWebAccess } from './web-access';
import { createWebSearchSettings } from './web-search';

export interface ResourceFoundation {
  readonly env: Env;
  readonly site: Pick<SiteSettings, 'cap'>;
  readonly database: PrismaClient;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly vault: Envelope;
  readonly sessionSecret: () => string;
  readonly redact: (text: string) => string;
  readonly rates: RateStore;
  readonly log: Logger;
  readonly pool: Pool;
  readonly clock: KnowledgeFoundation['clock'];
  /** Has the vectors of a user's memories brought up to date soon. */
  readonly requestMemoryIndex: (userId: string) => Promise<unknown>;
  /** The same for his notes, files and messages. */
  readonly requestKnowledgeIndex: (userId: string) => Promise<boolean>;
  /** Has a file with conversations of another product taken in soon. */
  readonly requestImport: (importId: string) => Promise<unknown>;
  /** Rises whenever something is written for people who watch an answer. */
  readonly activity: KnowledgeFoundation['activity'];
  /** Ends a run of a session that is about to be deleted. */
  readonly cancelRun: (userId: string, runId: string) => Promise<void>;
}

function assembleStores({ database, newId, now, site, requestKnowledgeIndex: send }: ResourceFoundation) {
  const requestIndex = createIndexRequests({ send });
  const recording = { newId, now };
  const noteText = createNoteText(() => newId('nb'));
  const maxMemories = site.cap('max_memories');
  const maxFiles = site.cap('max_files_mb');
  const maxUserBytes = async (userId: string) => (await maxFiles(userId)) * 1024 * 1024;
  return {
    sessions: createSessionStore(database),
    messages: createMessageStore(database),
    requestIndex,
    noteText,
    maxMemories,
    notes: tellChanges(createNoteStore(database, { ...recording, text: noteText }), ['create', 'change'], requestIndex),
    tasks: createTaskStore(database, recording),
    workspace: tellChanges(
      createWorkspaceStore(database, { ...recording, maxUserBytes }),
      ['upload', 'write'],
      requestIndex,
    ),
    copies: createWorkspaceCopies(database, { newId, maxUserBytes }),
    memories: createMemoryStore(database, { ...recording, maxMemories }),
    memoryCleanUp: createMemoryCleanUpStore(database, now),
    memoryVectors: createMemoryVectors(database),
    shares: createShareStore(database, { maxUserBytes, now }),
    grants: createGrantStore(database),
    settings: createSettingsStore(database),
    configs: createProviderConfigStore(database),
    lent: createSharedProviderStore(database),
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
  const { env, now, newId, log } = foundation;
  const fetcher = createProviderFetch(env);
  const adapter = adapterDependencies(foundation, toHttpPort(fetcher, env));
  const vault = createSecretVault(foundation.vault);
  const descriptors = listProviders({ testModels: env.mock === 'test' })
    .filter((found) => env.mock !== 'off' || found.id !== 'mock')
    .map((found) => (found.id === 'ollama' ? { ...found, defaultBaseUrl: env.ollamaUrl } : found));
  const open = ({ id, defaultBaseUrl: url }: ProviderDescriptor) =>
    createAdapter({ providerId: id, ...(url !== null && { baseUrl: url }) }, adapter);
  const detect = createLocalDetection({
    privateOrigins: env.privateOrigins,
    probe: (found, signal) => open(found).healthCheck({ signal }),
    firstModel: async (found, signal) => (await open(found).listModels({ signal }))[0]?.id ?? null,
    now,
  });
  const lending = createLending({ store: stores.lent, now, log });
  const directory = createProviderDirectory({ configs: stores.configs, descriptors, detect, lending });
  const assertAllowed = (url: string) => fetcher.assertAllowed(url);
  const checkSearchUrl = (text: string) => checkBaseUrl(text, assertAllowed, 'search.baseUrl');
  const settings: Settings = createSettings({ store: stores.settings, directory, vault, checkSearchUrl });
  const windows = createListedWindows();
  const { fallbackKey } = settings;
  const adapters = createAdapterSource({ directory, vault, adapter, windows, fallbackKey, lending, now });
  const web = createWebAccess(createWebFetch(env));
  const ownServer = createWebAccess(fetcher);
  return {
    web,
    webSearch: createWebSearchSettings({ settings, vault, web, ownServer, now }),
    settings,
    adapters,
    fallbacks: createFallbackSource({ settings, directory }),
    sharedProviders: createSharedProviders({ store: stores.lent, lending, directory, now }),
    providers: createProviders({
      configs: stores.configs,
      directory,
      lending,
      adapters,
      windows,
      settings,
      lent: stores.lent,
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

function assembleSharing(foundation: ResourceFoundation, stores: Stores) {
  const { shares, sessions, messages, copies, workspace, configs } = stores;
  const { env, now, newId, sessionSecret, vault } = foundation;
  const keyFor = (purpose: KeyPurpose) => () => deriveKey(sessionSecret(), purpose);
  const common = { shares, sessions, tokenKey: keyFor('share-token'), newId, now };
  const unlock = createUnlock(keyFor('share-unlock'), now);
  return {
    shares: createShares({
      ...common,
      messages,
      files: workspace,
      ownKeys: createOwnKeys({ configs, vault: createSecretVault(vault) }),
      hashPassphrase: hashPassword,
      publicUrl: env.url,
    }),
    publicShares: createPublicShares({
      ...common,
      copies,
      workspace,
      unlock,
      rates: foundation.rates,
      verifyPassphrase: verifyPassword,
      isSecure: env.url.startsWith('https://'),
    }),
  };
}

/** Memories, searched by words and by meaning, and what keeps them in order. */
function assembleMemory(
  { log, requestMemoryIndex: requestIndex }: ResourceFoundation,
  { memories: store, memoryCleanUp, memoryVectors: vectors }: Stores,
  embedding: EmbeddingModel,
) {
  const memoryIndex = createMemoryIndex({ vectors, embedding });
  const memoryStore = createMemorySearch({ store, index: memoryIndex, requestIndex, log });
  const facade = createMemories({ memories: memoryStore, cleanUp: memoryCleanUp, index: memoryIndex });
  return { memoryIndex, memoryCleanUp, memoryStore, memories: facade };
}

/** Everything a user owns beside his runs: stores first, then the facades that routes call. */
export function assembleResources(foundation: ResourceFoundation) {
  const stores = assembleStores(foundation);
  const { sessions, messages, notes, tasks, grants, workspace } = stores;
  const { newId, now, cancelRun, env } = foundation;
  const providers = assembleProviders(foundation, stores);
  const { adapters } = providers;
  const { openEmbedder } = adapters;
  const { embeddingModel: chosenModel, rerankerModel } = providers.settings;
  const embedding = createEmbeddingModel({ openEmbedder, chosenModel, now, log: foundation.log });
  const memory = assembleMemory(foundation, stores, embedding);
  const { memoryStore } = memory;
  const { requestIndex } = stores;
  const searching = assembleKnowledge({
    ...foundation,
    adapters,
    embedding,
    rerankerModel,
    requestIndex,
    notes,
    files: workspace,
  });
  const builtIn = createTools({
    notes,
    tasks,
    memories: memoryStore,
    files: workspace,
    knowledge: searching.knowledge.port,
    settings: providers.settings.source,
    web: providers.web,
    webSearch: providers.webSearch.open,
    testTools: env.mock === 'test',
  });
  const isTransient = (error: unknown) => isDatabaseUnavailable(error) || isWorthRepeating(error);
  const vault = createSecretVault(foundation.vault);
  const { settings } = providers;
  const used = createUsedExtensions(settings);
  const { mcpTools, ...mcp } = assembleMcp({ ...foundation, vault });
  const mcpServers = { ...mcp.mcpServers, create: used.noting('mcp', mcp.mcpServers.create) };
  const { extensionTools, ...added } = assembleExtensions({ ...foundation, vault, settings, used, mcpServers });
  const extensions = [{ namespace: mcpNamespace, source: used.gate('mcp', mcpTools) }, ...extensionTools];
  const tools = composeTools({ builtIn, extensions, log: foundation.log, isTransient });
  return {
    ...providers,
    ...assembleSharing(foundation, stores),
    ...memory,
    ...searching,
    ...mcp,
    mcpServers,
    ...added,
    tools,
    toolCatalogue: createToolCatalogue(tools, providers.settings.source),
    sessions: createSessions({ sessions, messages, copies: stores.copies, newId, now, cancelRun }),
    messages: createMessages(messages),
    search: createSearch({ sessions, messages }),
    ...assembleExchange(foundation, stores, { ...stores, ...added, settings }),
    notes: createNotes(notes),
    tasks: createTasks(tasks),
    workspace,
    files: createFiles(workspace),
    grants: createGrants({ grants, now }),
  };
}
