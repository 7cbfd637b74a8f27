'use client';

import { clsx } from 'clsx';
import { itemsOf, type ListOf, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import type { MetonaModelRef } from '@/lib/ir';
import { useModels } from '../chat/use-models';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Select } from '../ui/input';
import { isDead, ProviderStanding, standingOf } from './provider-standing';

interface ModelChoiceProps extends MetonaModelRef {
  /** What no provider, and what no model, means here. */
  readonly providerEmpty: string;
  readonly modelEmpty: string;
  /** Empty names where nothing is chosen. */
  readonly onChange: (choice: MetonaModelRef) => void;
  readonly className?: string;
}

/** A provider that is on and one of its models; a choice that cannot answer says so. */
export function ModelChoice({ provider, model, providerEmpty, modelEmpty, onChange, className }: ModelChoiceProps) {
  const t = useT();
  const { data } = useApi<ListOf<ProviderView>>(providerApi.list);
  const { models } = useModels(provider === '' ? null : provider);
  const chosen = itemsOf(data).find(({ id }) => id === provider);
  const isOut = provider !== '' && data !== undefined && isDead(standingOf(chosen));
  const offered = itemsOf(data).filter(({ id, enabled }) => enabled || id === provider);
  return (
    <div className={clsx('grid gap-4 sm:grid-cols-2', className)}>
      <Field
        label={t('settings.general.provider')}
        hint={isOut && <span className="text-red">{<ProviderStanding provider={chosen} />}</span>}
      >
        {(control) => (
          <Select
            {...control}
            value={provider}
            onChange={(event) => onChange({ provider: event.target.value, model: '' })}
          >
            <option value="">{providerEmpty}</option>
            {provider !== '' && chosen === undefined && <option value={provider}>{provider}</option>}
            {offered.map(({ id, display_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('settings.general.defaultModel')}>
        {(control) => (
          <Select
            {...control}
            value={model}
            disabled={provider === ''}
            onChange={(event) => onChange({ provider, model: event.target.value })}
          >
            <option value="">{modelEmpty}</option>
            {model !== '' && !models.some(({ id }) => id === model) && <option value={model}>{model}</option>}
            {models.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
