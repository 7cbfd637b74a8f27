import type { ProviderSettings } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n';

interface SettingField {
  readonly kind: 'number' | 'text' | 'flag' | 'choice';
  readonly label: PlainMessageKey;
  readonly hint: PlainMessageKey;
  readonly options?: readonly { readonly value: string; readonly label: PlainMessageKey }[];
}

/** How each setting of a provider is asked for. */
export const settingFields: Readonly<Record<string, SettingField>> = {
  mode: {
    kind: 'choice',
    label: 'settings.providers.mode',
    hint: 'settings.providers.modeHint',
    options: [
      { value: 'openai', label: 'settings.providers.modeOpenai' },
      { value: 'anthropic', label: 'settings.providers.modeAnthropic' },
    ],
  },
  max_local_context: {
    kind: 'number',
    label: 'settings.providers.maxLocalContext',
    hint: 'settings.providers.maxLocalContextHint',
  },
  keep_alive: { kind: 'text', label: 'settings.providers.keepAlive', hint: 'settings.providers.keepAliveHint' },
  context_window: {
    kind: 'number',
    label: 'settings.providers.contextWindow',
    hint: 'settings.providers.contextWindowHint',
  },
  max_output: { kind: 'number', label: 'settings.providers.maxOutput', hint: 'settings.providers.maxOutputHint' },
  inline_thinking: {
    kind: 'flag',
    label: 'settings.providers.inlineThinking',
    hint: 'settings.providers.inlineThinkingHint',
  },
  text_tool_calls: {
    kind: 'flag',
    label: 'settings.providers.textToolCalls',
    hint: 'settings.providers.textToolCallsHint',
  },
};

export const fieldName = (setting: string): string => `setting.${setting}`;

function readValue(form: FormData, setting: string): string | number | boolean | null {
  const text = String(form.get(fieldName(setting)) ?? '').trim();
  if (text === '') return null;
  switch (settingFields[setting]?.kind) {
    case 'number':
      return Number(text);
    case 'flag':
      return true;
    default:
      return text;
  }
}

/** Only what differs from what is stored; an empty field clears. */
export function readSettingsChange(form: FormData, stored: ProviderSettings): ProviderSettings {
  const changed = Object.keys(stored)
    .map((setting) => [setting, readValue(form, setting)] as const)
    // A switch that was never on and one that was turned off are the same.
    .filter(([setting, value]) => (value ?? false) !== (stored[setting] ?? false));
  return Object.fromEntries(changed);
}
