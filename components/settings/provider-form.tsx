'use client';

import { type SubmitEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type ProviderView, providerApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useToast } from '../ui/toaster';
import { LoanNotice } from './loan-notice';
import { ModelField } from './model-field';
import { ProviderAdvanced } from './provider-advanced';
import { BaseUrlField, KeyField } from './provider-fields';
import { StandingText } from './provider-standing';
import { ProviderTestResult } from './provider-test-result';
import { changesConnection, clearKey, readProviderChange } from './read-provider-change';
import { RemoveProvider } from './remove-provider';
import { StartChat } from './start-chat';
import { useProviderTest } from './use-provider-test';

interface ProviderFormProps {
  readonly provider: ProviderView;
  readonly onChanged: () => Promise<unknown>;
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
      const change = readProviderChange(new FormData(form), provider);
      // A key that is wrong is not taken silently.
      const isToTest = thenTest || changesConnection(change);
      if (Object.keys(change).length > 0) {
        await providerApi.save(provider.id, change);
        clearKey(form);
        // Another address or key has other models.
        void mutate(providerApi.models(provider.id));
        await onChanged();
        if (!isToTest) show(t('common.saved'), 'success');
      }
      if (isToTest) await test.start();
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
      {test.state.kind === 'idle' && provider.health && (
        <p className="text-faint text-xs">
          <StandingText provider={provider} />
        </p>
      )}
      <ProviderTestResult state={test.state} next={<StartChat provider={provider} state={test.state} />} />
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
