'use client';

import { itemsOf, type ListOf, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Select } from '../ui/input';
import { LoadState } from '../ui/load-state';
import { Section } from '../ui/section';
import { useSettings } from './use-settings';

/** The chat model that puts the best hits in order, if there shall be one. */
export function KnowledgeReranker() {
  const t = useT();
  const { settings, error, reload, change } = useSettings();
  return (
    <Section title={t('knowledge.reranker.title')} text={t('knowledge.reranker.text')}>
      <LoadState data={settings} error={error} retry={reload}>
        {(loaded) => {
          const provider = loaded['knowledge.rerankerProvider'] ?? '';
          return (
            <div className="grid gap-4 sm:grid-cols-2">
              <ProviderChoice
                value={provider}
                onChange={(id) => change({ 'knowledge.rerankerProvider': id || null, 'knowledge.rerankerModel': null })}
              />
              {provider !== '' && (
                <ModelChoice
                  provider={provider}
                  value={loaded['knowledge.rerankerModel'] ?? ''}
                  onChange={(id) => change({ 'knowledge.rerankerModel': id || null })}
                />
              )}
            </div>
          );
        }}
      </LoadState>
    </Section>
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
    <Field label={t('knowledge.reranker.provider')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('knowledge.reranker.off')}</option>
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

function ModelChoice({ provider, value, onChange }: ChoiceProps & { provider: string }) {
  const t = useT();
  const { data } = useApi<ListOf<ModelView>>(providerApi.models(provider), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const models = itemsOf(data);
  const isListed = value === '' || models.some((model) => model.id === value);
  return (
    <Field label={t('knowledge.reranker.model')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('knowledge.reranker.choose')}</option>
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
