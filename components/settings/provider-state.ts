import type { ProviderView } from '@/lib/client/resources';
import type { MessageKey } from '@/lib/i18n';
import type { Tone } from '../ui/badge';

export type ProviderState = 'ready' | 'untested' | 'off' | 'no_key' | 'failing';

export const providerStateLabels = {
  ready: 'settings.providers.statusReady',
  untested: 'settings.providers.statusUntested',
  off: 'settings.providers.statusOff',
  no_key: 'settings.providers.statusNoKey',
  failing: 'settings.providers.statusFailing',
} as const satisfies Readonly<Record<ProviderState, MessageKey>>;

export const providerStateTones: Readonly<Record<ProviderState, Tone>> = {
  ready: 'good',
  untested: 'neutral',
  off: 'neutral',
  no_key: 'neutral',
  failing: 'bad',
};

/** What a provider is worth at a glance. */
export function providerState(provider: ProviderView): ProviderState {
  if (provider.needs_key && !provider.key.set && provider.shared === null) return 'no_key';
  if (!provider.enabled) return 'off';
  if (provider.kind === 'offline') return 'ready';
  if (provider.health === null) return 'untested';
  return provider.health.ok ? 'ready' : 'failing';
}

/** What kind of place it is; nothing to say about a hosted one. */
export const providerKindLabels = {
  hosted: null,
  local: 'settings.providers.local',
  offline: 'settings.providers.offline',
  custom: 'settings.providers.custom',
} as const satisfies Readonly<Record<ProviderView['kind'], MessageKey | null>>;
