'use client';

import { type SubmitEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type ProviderChange, type ProviderView, providerApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';
import { SecretInput } from '../ui/secret-input';
import { useToast } from '../ui/toaster';
import { LoanNotice } from './loan-notice';
import { ModelField } from './model-field';
import { ProviderAdvanced } from './provider-advanced';
import { readSettingsChange } from './provider-settings';
import { ProviderTestResult } from './provider-test-result';
import { RemoveProvider } from './remove-provider';
import { useProviderTest } from './use-provider-test';

interface ProviderFormProps {
  readonly provider: ProviderView;
  readonly onChanged: () => Promise<unknown>;
}

/** Only what differs from what is stored; an untouched key field changes nothing. */
function readChange(form: FormData, provider: ProviderView): ProviderChange {
  const apiKey = String(form.get('api_key') ?? '').trim();
  const baseUrl = String(form.get('base_url') ?? '').trim();
  const model = String(form.get('default_model') ?? '').trim();
  const settings = readSettingsChange(form, provider.settings);
  return {
    ...(apiKey !== '' && { api_key: apiKey }),
    ...(form.has('base_url') && baseUrl !== (provider.base_url ?? '') && { base_url: baseUrl === '' ? null : baseUrl }),
    ...(form.has('default_model') &&
      model !== (provider.default_model ?? '') && { default_model: model === '' ? null : model }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

export function ProviderForm({ provider, onChanged }: ProviderFormProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const test = useProviderTest(provider.id, onChanged);
  const { mutate } = useSWRConfig();
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string>();

  async function save(form: HTMLFormElement, thenTest: boolean) {
    setSaving(true);
    setError(undefined);
    try {
      const change = readChange(new FormData(form), provider);
      if (Object.keys(change).length > 0) {
        await providerApi.save(provider.id, change);
        clearKey(form);
        // Another address or key has other models.
        void mutate(providerApi.models(provider.id));
        await onChanged();
        if (!thenTest) show(t('common.saved'), 'success');
      }
      if (thenTest) await test.start();
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setSaving(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const button = event.nativeEvent.submitter;
    void save(event.currentTarget, button instanceof HTMLButtonElement && button.value === 'test');
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" autoComplete="off">
      {provider.shared && <LoanNotice use={provider.shared.use} />}
      {(provider.shared === null || provider.kind !== 'custom') && <KeyField provider={provider} />}
      {provider.shared === null && provider.kind !== 'offline' && <BaseUrlField provider={provider} />}
      <ModelField provider={provider} />
      {provider.shared === null && <ProviderAdvanced provider={provider} />}
      {error && <Notice tone="error">{error}</Notice>}
      <ProviderTestResult state={test.state} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={saving && test.state.kind !== 'testing'}>
          {t('common.save')}
        </Button>
        <Button type="submit" name="intent" value="test" busy={test.state.kind === 'testing'}>
          {test.state.kind === 'testing' ? t('settings.providers.testing') : t('settings.providers.test')}
        </Button>
        <span className="flex-1" />
        {provider.shared === null &&
          (provider.configured || provider.kind === 'custom') &&
          provider.kind !== 'offline' && <RemoveProvider provider={provider} onRemoved={onChanged} />}
      </div>
    </form>
  );
}

function clearKey(form: HTMLFormElement) {
  const field = form.elements.namedItem('api_key');
  if (field instanceof HTMLInputElement) field.value = '';
}

function KeyField({ provider }: { provider: ProviderView }) {
  const t = useT();
  if (provider.kind === 'offline' || provider.kind === 'local') return null;
  return (
    <Field
      label={t('settings.providers.key')}
      hint={<KeyHint provider={provider} />}
      {...(provider.key.set && { note: `${t('settings.providers.keySet')}: ••••${provider.key.last4 ?? ''}` })}
    >
      {(control) => (
        <SecretInput
          {...control}
          name="api_key"
          placeholder={provider.key.set ? t('settings.providers.keyReplace') : t('settings.providers.keyPlaceholder')}
        />
      )}
    </Field>
  );
}

function KeyHint({ provider }: { provider: ProviderView }) {
  const t = useT();
  return (
    <>
      {t(provider.needs_key ? 'settings.providers.keyHint' : 'settings.providers.keyOptional')}{' '}
      {provider.key_url && (
        <a
          href={provider.key_url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-text underline underline-offset-2"
        >
          {t('settings.providers.getKey')}
        </a>
      )}
    </>
  );
}

function BaseUrlField({ provider }: { provider: ProviderView }) {
  const t = useT();
  const plain = provider.kind === 'local' || provider.id === 'anthropic';
  return (
    <Field
      label={t('settings.providers.baseUrl')}
      hint={t(plain ? 'settings.providers.baseUrlHintPlain' : 'settings.providers.baseUrlHint')}
    >
      {(control) => (
        <Input
          {...control}
          name="base_url"
          type="url"
          inputMode="url"
          spellCheck={false}
          className="font-mono"
          defaultValue={provider.base_url ?? ''}
          placeholder="https://"
        />
      )}
    </Field>
  );
}
