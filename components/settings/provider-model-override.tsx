'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { type ModelOverride, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { Notice } from '../ui/notice';

const numbers = [
  ['context_window', 'settings.models.contextWindow'],
  ['max_output', 'settings.models.maxOutput'],
] as const satisfies readonly (readonly [keyof ModelOverride, PlainMessageKey])[];

const flags = [
  ['supports_tools', 'settings.models.tools'],
  ['supports_images', 'settings.models.images'],
  ['supports_thinking', 'settings.models.thinking'],
  ['supports_structured_output', 'settings.models.structured'],
] as const satisfies readonly (readonly [keyof ModelOverride, PlainMessageKey])[];

function readOverride(form: FormData): ModelOverride {
  const given = (name: string) => String(form.get(name) ?? '').trim();
  const values = [
    ...numbers.map(([name]) => [name, Number(given(name))] as const),
    ...flags.map(([name]) => [name, given(name) === 'yes'] as const),
  ];
  return Object.fromEntries(values.filter(([name]) => given(name) !== ''));
}

interface ProviderModelOverrideProps {
  readonly provider: ProviderView;
  readonly model: ModelView;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** Where a person knows better than the list what a model can do. */
export function ProviderModelOverride({ provider, model, onClose, onChanged }: ProviderModelOverrideProps) {
  const t = useT();
  const errorText = useErrorText();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save(override: ModelOverride | null) {
    setBusy(true);
    setError(undefined);
    try {
      await providerApi.save(provider.id, { models: { [model.id]: override } });
      await onChanged();
      onClose();
    } catch (caught) {
      setError(errorText(caught));
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save(readOverride(new FormData(event.currentTarget)));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.models.edit', { name: model.displayName })}
      description={t('settings.models.editText')}
      footer={
        <>
          {model.overridden && <Button onClick={() => void save(null)}>{t('settings.models.reset')}</Button>}
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
        <OverrideFields override={provider.models[model.id] ?? {}} />
        {error && <Notice tone="error">{error}</Notice>}
      </form>
    </Dialog>
  );
}

function OverrideFields({ override }: { override: ModelOverride }) {
  const t = useT();
  return (
    <>
      {numbers.map(([name, label]) => (
        <Field key={name} label={t(label)}>
          {(control) => (
            <Input
              {...control}
              name={name}
              inputMode="numeric"
              pattern="[0-9]*"
              className="font-mono"
              defaultValue={override[name] ?? ''}
              placeholder={t('settings.models.asListed')}
            />
          )}
        </Field>
      ))}
      {flags.map(([name, label]) => (
        <Field key={name} label={t(label)}>
          {(control) => (
            <Select {...control} name={name} defaultValue={flagValue(override[name])}>
              <option value="">{t('settings.models.asListed')}</option>
              <option value="yes">{t('settings.models.yes')}</option>
              <option value="no">{t('settings.models.no')}</option>
            </Select>
          )}
        </Field>
      ))}
    </>
  );
}

function flagValue(flag: boolean | undefined): string {
  if (flag === undefined) return '';
  return flag ? 'yes' : 'no';
}
