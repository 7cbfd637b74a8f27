'use client';

import { useState } from 'react';
import { itemsOf, type ListOf, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { providerState } from './provider-state';

/** What no model is called. */
const another = ' ';

/** The default model: one of the provider's own list, or any name where there is no list or it lacks one. */
export function ModelField({ provider }: { provider: ProviderView }) {
  const t = useT();
  const [isTyped, setIsTyped] = useState(false);
  const state = providerState(provider);
  const askable = state === 'ready' || state === 'untested' || state === 'failing';
  const { data } = useApi<ListOf<ModelView>>(askable ? providerApi.models(provider.id) : null, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const models = itemsOf(data);
  const stored = provider.default_model ?? '';
  const common = { name: 'default_model', defaultValue: stored };
  return (
    <Field label={t('settings.providers.defaultModel')}>
      {(control) =>
        isTyped || models.length === 0 ? (
          <Input
            {...control}
            {...common}
            autoComplete="off"
            autoFocus={isTyped}
            spellCheck={false}
            className="font-mono"
            placeholder={t('settings.providers.noModel')}
            // A list that arrives now takes nothing away that was typed.
            onInput={() => setIsTyped(true)}
          />
        ) : (
          <Select
            key={stored}
            {...control}
            {...common}
            onChange={(event) => event.target.value === another && setIsTyped(true)}
          >
            <option value="">{t('settings.providers.noModel')}</option>
            {stored !== '' && !models.some(({ id }) => id === stored) && <option value={stored}>{stored}</option>}
            {models.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
            <option value={another}>{t('settings.providers.otherModel')}</option>
          </Select>
        )
      }
    </Field>
  );
}
