import type { ProviderView } from '@/lib/client/resources';
import type { MessageKey } from '@/lib/i18n';
import type { Tone } from '../ui/badge';

export type ProviderState = 'ready' | 'off' | 'no_key' | 'failing';

export const providerStateLabels = {
  ready: 'settings.providers.statusReady',
  off: 'settings.providers.statusOff',
  no_key: 'settings.providers.statusNoKey',
  failing: 'settings.providers.statusFailing',
} as const satisfies Readonly<Record<ProviderState, MessageKey>>;

export const providerStateTones: Readonly<Record<ProviderState, Tone>> = {
  ready: 'good',
  off: 'neutral',
  no_key: 'neutral',
  failing: 'bad',
};

const withoutKey: readonly string[] = ['ollama', 'mock'];

/** Providers on the reader's own machine take no key. */
export function needsKey(provider: ProviderView): boolean {
  return !withoutKey.includes(provider.id) && !isCustom(provider);
}

const builtIn: readonly string[] = ['deepseek', 'agnes', 'openai', 'anthropic', 'ollama', 'mock'];

/** Added by the reader rather than registered by the server. */
export function isCustom(provider: ProviderView): boolean {
  return provider.custom ?? !builtIn.includes(provider.id);
}

function isFailing(health: unknown): boolean {
  if (typeof health !== 'object' || health === null) return false;
  return ('ok' in health && health.ok === false) || ('status' in health && health.status === 'failing');
}

export function providerState(provider: ProviderView): ProviderState {
  if (needsKey(provider) && !provider.key.set) return 'no_key';
  if (!provider.enabled) return 'off';
  return isFailing(provider.health) ? 'failing' : 'ready';
}
