import 'server-only';
import { z } from 'zod';
import { lastFour } from '@/lib/crypto/redact';
import type { SettingChange } from '@/lib/db/settings-store';
import { engineOrigins } from '@/lib/tools/web-search/engines';
import { invalid } from './http/problem';
import { readStored, type StoredSettings } from './read-stored';
import type { SecretVault } from './secret-vault';
import { type SettingsChange, settingSchemas } from './settings-table';

const keyName = 'search.apiKey';
const urlName = 'search.baseUrl';
const keyed = z.enum(['brave', 'tavily']);

/** What is kept beside the ciphertext of the key: whom it was given for. */
const keyNoteSchema = z.object({ provider: keyed, last4: z.string().nullable() });

const bindingOf = (userId: string, provider: z.infer<typeof keyed>) => ({
  userId,
  providerId: `search.${provider}`,
  origin: engineOrigins[provider],
  field: keyName,
});

/** What a user has set up to search the web with. */
export function readSearchSettings(stored: StoredSettings) {
  const provider = readStored(stored, 'search.provider', settingSchemas['search.provider']);
  const note = readStored(stored, keyName, keyNoteSchema);
  const secret = stored.get(keyName)?.secret ?? null;
  const isKeyed = note !== null && secret !== null && note.provider === provider;
  return {
    provider,
    baseUrl: readStored(stored, urlName, settingSchemas[urlName]),
    safeSearch: readStored(stored, 'search.safeSearch', settingSchemas['search.safeSearch']) ?? 'moderate',
    key: { set: isKeyed, last4: isKeyed ? note.last4 : null },
    openKey(userId: string, vault: SecretVault): string | null {
      return isKeyed ? vault.open(secret, bindingOf(userId, note.provider)) : null;
    },
  };
}

interface SearchChangeContext {
  readonly userId: string;
  readonly stored: StoredSettings;
  readonly vault: Pick<SecretVault, 'seal'>;
  readonly checkUrl: (text: string) => Promise<string>;
}

/** A key belongs to the engine it was given for: with another engine it is forgotten, not sent to the new one. */
function keyChange(change: SettingsChange, { userId, stored, vault }: SearchChangeContext): SettingChange[] {
  const before = readSearchSettings(stored).provider;
  const provider = change['search.provider'] === undefined ? before : change['search.provider'];
  const key = change[keyName];
  if (typeof key === 'string') {
    const owner = keyed.safeParse(provider);
    if (!owner.success) throw invalid([{ path: keyName, message: 'Choose a search engine that has keys first.' }]);
    const value = { provider: owner.data, last4: lastFour(key) };
    return [{ key: keyName, setting: { value, secret: vault.seal(key, bindingOf(userId, owner.data)) } }];
  }
  return key === null || provider !== before ? [{ key: keyName, setting: null }] : [];
}

/** The changes that do not go into the database as they came: the address is checked, the key is sealed. */
export async function changeSearch(change: SettingsChange, context: SearchChangeContext): Promise<SettingChange[]> {
  const url = change[urlName];
  const keys = keyChange(change, context);
  if (url === undefined) return keys;
  const setting = url === null ? null : { value: await context.checkUrl(url), secret: null };
  return [...keys, { key: urlName, setting }];
}
