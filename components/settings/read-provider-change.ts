import type { ProviderChange, ProviderView } from '@/lib/client/resources';
import { readSettingsChange } from './provider-settings';

/** Only what differs from what is stored; an untouched key field changes nothing. */
export function readProviderChange(form: FormData, provider: ProviderView): ProviderChange {
  const apiKey = String(form.get('api_key') ?? '').trim();
  const baseUrl = String(form.get('base_url') ?? '').trim();
  const model = String(form.get('default_model') ?? '').trim();
  const settings = form.has('default_model') ? readSettingsChange(form, provider.settings) : {};
  return {
    ...(apiKey !== '' && { api_key: apiKey }),
    ...(form.has('base_url') && baseUrl !== (provider.base_url ?? '') && { base_url: baseUrl === '' ? null : baseUrl }),
    ...(form.has('default_model') &&
      model !== (provider.default_model ?? '') && { default_model: model === '' ? null : model }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** What only a test can tell about: another key or another address. */
export const changesConnection = ({ api_key: key, base_url: url }: ProviderChange): boolean =>
  key !== undefined || url !== undefined;

export function clearKey(form: HTMLFormElement): void {
  const field = form.elements.namedItem('api_key');
  if (field instanceof HTMLInputElement) field.value = '';
}
