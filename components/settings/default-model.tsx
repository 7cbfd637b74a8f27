'use client';

import { itemsOf, type ListOf, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Select } from '../ui/input';
import { LoadState } from '../ui/load-state';
import { useSettings } from './use-settings';

/** Provider and model that a new chat starts with. */
export function DefaultModel() {
  const { settings, error, reload, change } = useSettings();
  return (
    <LoadState data={settings} error={error} retry={reload}>
      {(loaded) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <ProviderChoice
            value={loaded['llm.defaultProvider'] ?? ''}
            onChange={(id) => change({ 'llm.defaultProvider': id || null, 'llm.defaultModel': null })}
          />
          <ModelChoice
            providerId={loaded['llm.defaultProvider'] ?? ''}
            value={loaded['llm.defaultModel'] ?? ''}
            onChange={(id) => change({ 'llm.defaultModel': id || null })}
          />
        </div>
      )}
    </LoadState>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ProviderChoice({ value, onChange }: ChoiceProps) {
  const t = useT();
  const { data } = useApi<ListOf<ProviderView>>(providerApi.list);
  const providers = itemsOf(data).filter((provider) => provider.enabled || provider.id === value);
  const isListed = value === '' || providers.some((provider) => provider.id === value);
  return (
    <Field label={t('settings.general.provider')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('settings.general.providerAuto')}</option>
          {!isListed && <option value={value}>{value}</option>}
          {providers.map((provider) => (
            <option key={provider.id} value={provider.id}>
              {provider.display_name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function ModelChoice({ providerId, value, onChange }: ChoiceProps & { providerId: string }) {
  const t = useT();
  const { data } = useApi<ListOf<ModelView>>(providerId === '' ? null : providerApi.models(providerId), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const models = itemsOf(data);
  const isListed = value === '' || models.some((model) => model.id === value);
  return (
    <Field label={t('settings.general.defaultModel')}>
      {(control) => (
        <Select
          {...control}
          value={value}
          disabled={providerId === ''}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t('settings.general.modelAuto')}</option>
          {!isListed && <option value={value}>{value}</option>}
          {models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.displayName}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
