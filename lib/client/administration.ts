import { api } from './api';

/** What administrators see and change; times are ISO 8601. */
export const capNames = ['max_runs', 'max_streams', 'max_files_mb', 'max_memories'] as const;
export type CapName = (typeof capNames)[number];

export interface PersonView {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly disabled: boolean;
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
  readonly sessions: number;
  readonly file_bytes: number;
  readonly caps: Readonly<Record<CapName, number | null>>;
}

interface PersonChange {
  readonly role?: 'admin' | 'user';
  readonly disabled?: boolean;
  readonly caps?: Readonly<Partial<Record<CapName, number | null>>>;
}

export type SignupMode = 'open' | 'invite' | 'closed';

interface Sourced<Value> {
  readonly value: Value;
  readonly from: 'environment' | 'page' | 'default';
}

export type SiteSettingsView = Readonly<Record<CapName, Sourced<number>>> & { readonly signup: Sourced<SignupMode> };

export interface SharedTerms {
  readonly models: readonly string[];
  readonly everyone: boolean;
  readonly user_ids: readonly string[];
  readonly cost_cap: number | null;
  readonly currency: string;
  readonly token_cap: number | null;
}

export interface SharedUsageView {
  readonly user_id: string;
  readonly email: string;
  /** Empty where no price is known. */
  readonly currency: string;
  readonly cost: number;
  readonly tokens: number;
  readonly calls: number;
}

export interface SharedProviderView extends SharedTerms {
  readonly provider_id: string;
  readonly display_name: string;
  readonly owner: { readonly id: string; readonly email: string };
  readonly active: boolean;
  readonly month: string;
  readonly usage: readonly SharedUsageView[];
}

const users = '/api/admin/users';
const shared = '/api/admin/shared-providers';
const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

export const administrationApi = {
  users: (query: string) => (query === '' ? users : `${users}?q=${encodeURIComponent(query)}`),
  site: '/api/admin/settings',
  shared,
  changeUser: (id: string, change: PersonChange) => api.patch<PersonView>(at(users, id), change),
  removeUser: (id: string, confirm: string) => api.delete(at(users, id), { confirm }),
  resetLink: (id: string) => api.post<{ url: string }>(`${at(users, id)}/password-reset`, {}),
  saveSite: (change: Readonly<Record<string, string | number | null>>) =>
    api.put<SiteSettingsView>('/api/admin/settings', change),
  share: (id: string, terms: SharedTerms) => api.put<SharedProviderView>(at(shared, id), terms),
  stopSharing: (id: string) => api.delete(at(shared, id)),
};
