'use client';

import { useId } from 'react';
import { itemsOf, type ListOf, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { providerState } from './provider-state';

/** The default model: a free text with the provider's own list as suggestions. */
export function ModelField({ provider }: { provider: ProviderView }) {
  const t = useT();
  const listId = useId();
  const state = providerState(provider);
  const askable = state === 'ready' || state === 'untested' || state === 'failing';
  const { data } = useApi<ListOf<ModelView>>(askable ? providerApi.models(provider.id) : null, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return (
    <Field label={t('settings.providers.defaultModel')} hint={t('settings.providers.modelHint')}>
      {(control) => (
        <>
          <Input
            {...control}
            name="default_model"
            list={listId}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            defaultValue={provider.default_model ?? ''}
            placeholder={t('settings.providers.noModel')}
          />
          <datalist id={listId}>
            {itemsOf(data).map((model) => (
              <option key={model.id} value={model.id}>
                {model.displayName}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
