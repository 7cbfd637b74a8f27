import type { MetonaError, MetonaMemoryItem, MetonaModelInfo, MetonaModelRef, MetonaToolDef } from '@/lib/ir';
import { api } from './api';

/** What the API answers, where it is not a document of the representation itself. Times are ISO 8601 unless said otherwise. */
export interface ProviderView {
  readonly id: string;
  readonly display_name: string;
  readonly kind: 'hosted' | 'local' | 'offline' | 'custom';
  readonly configured: boolean;
  /** Nobody has set it up: it was found on this machine. */
  readonly detected: boolean;
  readonly enabled: boolean;
  readonly needs_key: boolean;
  readonly base_url: string | null;
  readonly key: { readonly set: boolean; readonly last4: string | null };
  readonly default_model: string | null;
  /** How the last test went. */
  readonly health: {
    readonly ok: boolean;
    readonly error_code: string | null;
    readonly latency_ms: number | null;
    readonly checked_at: string | null;
  } | null;
  /** Where a key is made, and where a local server is installed from. */
  readonly key_url: string | null;
  readonly setup_url: string | null;
  /** What there is to set beside address and key, null where nothing is set. */
  readonly settings: ProviderSettings;
  /** What the user corrected, by model id. */
  readonly models: Readonly<Record<string, ModelOverride>>;
  /** Set when the administrator lends it: the models that may be used, none for all. */
  readonly shared: { readonly models: readonly string[]; readonly use: LoanUse | null } | null;
}

/** What the reader has had of a loan this month, and how much there may be; null for no cap. */
export interface LoanUse {
  readonly cost: number;
  readonly cost_cap: number | null;
  readonly currency: string;
  readonly tokens: number;
  readonly token_cap: number | null;
}

export type ProviderSettings = Readonly<Record<string, string | number | boolean | null>>;

export interface ModelOverride {
  readonly context_window?: number;
  readonly max_output?: number;
  readonly supports_images?: boolean;
  readonly supports_tools?: boolean;
  readonly supports_thinking?: boolean;
  readonly supports_structured_output?: boolean;
}

export interface ProviderChange {
  readonly api_key?: string | null;
  readonly base_url?: string | null;
  readonly enabled?: boolean;
  readonly default_model?: string | null;
  readonly settings?: ProviderSettings;
  readonly models?: Readonly<Record<string, ModelOverride | null>>;
}

export interface ProviderTest {
  readonly ok: boolean;
  readonly latency_ms: number;
  readonly model: string | null;
  readonly error?: MetonaError | null;
  readonly hint?: string | null;
  readonly hint_code?: string | null;
}

/** What relies on a provider. */
export interface ProviderUse {
  readonly is_default: boolean;
  readonly fallback_models: readonly string[];
  readonly finds_meaning: boolean;
  readonly ranks_hits: boolean;
  readonly is_lent: boolean;
  readonly runs: number;
}

/** A provider's list of models, and what is new in it since it was looked at. */
export interface ModelListView {
  readonly items: readonly ModelView[];
  readonly live: boolean;
  readonly error: MetonaError | null;
  readonly changes: {
    readonly since: string;
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly {
      readonly id: string;
      readonly context_window: { readonly before: number; readonly now: number } | null;
      readonly price: boolean;
    }[];
  } | null;
}

export type PolicyRule = 'allow' | 'confirm' | 'deny';

export type SearchEngineName = 'searxng' | 'brave' | 'tavily';

export interface SearchTest {
  readonly ok: boolean;
  readonly engine: SearchEngineName | null;
  readonly latency_ms: number;
  readonly results: number;
  readonly error?: MetonaError;
}

/** Flat keys; a key that is absent or null has no value. */
export interface SettingsView {
  readonly 'llm.defaultProvider'?: string | null;
  readonly 'llm.defaultModel'?: string | null;
  readonly 'llm.fallbacks'?: readonly MetonaModelRef[] | null;
  readonly 'permissions.policy'?: Readonly<Record<string, PolicyRule>> | null;
  readonly 'knowledge.rerankerProvider'?: string | null;
  readonly 'knowledge.rerankerModel'?: string | null;
  readonly 'search.provider'?: SearchEngineName | null;
  readonly 'search.baseUrl'?: string | null;
  readonly 'search.apiKey'?: { readonly set: boolean; readonly last4: string | null };
  readonly 'search.safeSearch'?: 'off' | 'moderate' | 'strict';
  readonly [key: string]: unknown;
}

export interface GrantView {
  readonly id: string;
  readonly session_id: string;
  readonly session_title?: string | null;
  readonly tool: string;
  readonly host: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface AccountView {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  /** False for those who came through another service. */
  readonly has_password: boolean;
}

export interface SignInView {
  readonly id: string;
  /** The one that asks. */
  readonly current: boolean;
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly last_seen_at: string;
}

export interface SystemStatusView {
  readonly version: string;
  readonly database: {
    readonly kind: 'bundled' | 'external';
    readonly version: string;
    readonly schema: string | null;
    readonly bytes: number;
    readonly tables: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[];
  };
  readonly instances: readonly {
    readonly id: string;
    readonly version: string | null;
    readonly started_at: string | null;
    readonly last_seen_at: string | null;
    readonly address: string | null;
    readonly running_runs: number;
  }[];
  readonly runs: Readonly<Record<string, number>>;
  readonly event_log: { readonly rows: number; readonly bytes: number };
  readonly jobs: readonly {
    readonly name: string;
    readonly waiting: number;
    readonly active: number;
    readonly failed: number;
  }[];
  readonly backups: {
    readonly every_hours: number;
    readonly keep: number;
    readonly items: readonly {
      readonly name: string;
      readonly kind: string;
      readonly created_at: string;
      readonly bytes: number;
      readonly verified: boolean;
    }[];
  };
}

export interface InviteView {
  readonly id: string;
  readonly email: string | null;
  readonly expires_at: string;
  readonly used_at: string | null;
}

export type MemoryView = MetonaMemoryItem;
export type ModelView = MetonaModelInfo & { readonly overridden?: boolean };

/** A tool, what brought it (null: built in), and what the user's rules make of it. */
export interface ToolView extends MetonaToolDef {
  readonly origin: { readonly kind: 'mcp' | 'plugin' | 'skill'; readonly id: string; readonly name: string } | null;
  readonly standing: {
    readonly action: PolicyRule;
    readonly because: 'tool_rule' | 'permission_rule' | 'always_asks' | 'default';
    readonly by_default: 'allow' | 'confirm';
    readonly asks_when_untrusted: boolean;
  };
}

/** Lists come as pages; the short ones may come as a bare array. */
export type ListOf<T> = { readonly items: readonly T[] } | readonly T[];

export function itemsOf<T>(list: ListOf<T> | undefined): readonly T[] {
  if (list === undefined) return [];
  return 'items' in list ? list.items : list;
}

const providerPath = (id: string) => `/api/providers/${encodeURIComponent(id)}`;

export const providerApi = {
  list: '/api/providers',
  models: (id: string) => `${providerPath(id)}/models`,
  save: (id: string, change: ProviderChange) => api.put<ProviderView>(providerPath(id), change),
  remove: (id: string) => api.delete(providerPath(id)),
  acceptModels: (id: string) => api.post<ModelListView>(`${providerPath(id)}/models`),
  usedBy: (id: string) => `${providerPath(id)}/used-by`,
  test: (id: string, model?: string) => api.post<ProviderTest>(`${providerPath(id)}/test`, model ? { model } : {}),
  add: (provider: { name: string; base_url: string; api_key?: string }) =>
    api.post<ProviderView>('/api/providers', provider),
};

export const memoryApi = {
  proposed: '/api/memories?status=proposed',
  path: (id: string) => `/api/memories/${encodeURIComponent(id)}`,
  accept: (id: string) => api.patch<MemoryView>(memoryApi.path(id), { status: 'active' }),
  remove: (id: string) => api.delete(memoryApi.path(id)),
};
