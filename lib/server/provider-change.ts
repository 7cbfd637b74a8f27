import 'server-only';
import { lastFour } from '@/lib/crypto/redact';
import type { ProviderConfigValues } from '@/lib/db/provider-config-store';
import { type KnownProvider, originOf } from './provider-directory';
import { applySettingsChange, type SettingsChange } from './provider-settings';

export interface ProviderChange extends Omit<SettingsChange, 'seen'> {
  readonly api_key?: string | null | undefined;
  readonly base_url?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly default_model?: string | null | undefined;
}

type KeyValues = Pick<ProviderConfigValues, 'keyCipher' | 'keyLast4' | 'keyOrigin'>;

const noKey: KeyValues = { keyCipher: null, keyLast4: null, keyOrigin: null };

/** A key belongs to the origin it was entered for. At another one it is forgotten; its old origin remembers that one is due. */
function changeKey(
  provider: KnownProvider,
  change: ProviderChange,
  to: { origin: string; seal: (key: string) => string },
): KeyValues {
  const { api_key: key } = change;
  if (key === null) return noKey;
  if (key !== undefined) return { keyCipher: to.seal(key), keyLast4: lastFour(key), keyOrigin: to.origin };
  const { row } = provider;
  if (row === null) return noKey;
  if (row.keyOrigin === to.origin || row.keyOrigin === null) {
    return { keyCipher: row.keyCipher, keyLast4: row.keyLast4, keyOrigin: row.keyOrigin };
  }
  return { keyCipher: null, keyLast4: null, keyOrigin: row.keyOrigin };
}

/** What is stored after a change; saving a key or an address switches the provider on unless the change says otherwise. */
export function applyProviderChange(
  provider: KnownProvider,
  change: ProviderChange,
  seal: (key: string, origin: string) => string,
): ProviderConfigValues {
  const baseUrl = change.base_url === undefined ? (provider.row?.baseUrl ?? null) : change.base_url;
  const origin = originOf(baseUrl ?? provider.descriptor?.defaultBaseUrl ?? null);
  const key = changeKey(provider, change, { origin, seal: (secret) => seal(secret, origin) });
  const isDue = key.keyCipher === null && (provider.needsKey || key.keyOrigin !== null);
  const switchesOn = typeof change.api_key === 'string' || typeof change.base_url === 'string';
  // A list of another address is not this one's.
  const moved = provider.row !== null && origin !== provider.origin;
  const isWanted = change.enabled ?? (switchesOn || (provider.row?.enabled ?? true));
  return {
    kind: provider.kind,
    displayName: provider.row?.displayName ?? null,
    baseUrl,
    enabled: isWanted && !isDue,
    defaultModel: change.default_model === undefined ? (provider.row?.defaultModel ?? null) : change.default_model,
    settings: applySettingsChange(provider, { ...change, ...(moved && { seen: null }) }),
    ...key,
  };
}
