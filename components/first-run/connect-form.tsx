'use client';

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type ProviderView, providerApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { BaseUrlField, KeyField } from '../settings/provider-fields';
import { ProviderTestResult } from '../settings/provider-test-result';
import { clearKey, readProviderChange } from '../settings/read-provider-change';
import { useProviderTest } from '../settings/use-provider-test';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Step } from './first-run-step';

interface ConnectFormProps {
  readonly provider: ProviderView;
  readonly onConnecting: () => void;
  readonly onTested: () => Promise<unknown>;
  readonly onConnected: (model: string) => void;
}

/** The second and the third step: the key of the chosen provider, and one tiny real message. */
export function ConnectForm({ provider, onConnecting, onTested, onConnected }: ConnectFormProps) {
  const t = useT();
  const errorText = useErrorText();
  const test = useProviderTest(provider.id, onTested);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const result = useRef<HTMLDivElement>(null);
  const isLocal = provider.kind === 'local';
  const model = test.state.kind === 'answered' && test.state.result.ok ? test.state.result.model : null;

  // On a small screen the answer would come below what is seen.
  useEffect(() => {
    if (test.state.kind === 'answered') result.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [test.state]);

  async function connect(form: HTMLFormElement) {
    const change = readProviderChange(new FormData(form), provider);
    if (provider.needs_key && !provider.key.set && change.api_key === undefined) {
      setError(t('firstRun.keyMissing'));
      return;
    }
    setError(undefined);
    setSaving(true);
    onConnecting();
    try {
      if (Object.keys(change).length > 0) await providerApi.save(provider.id, change);
      clearKey(form);
      await test.start();
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setSaving(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void connect(event.currentTarget);
  }

  return (
    <form onSubmit={onSubmit} autoComplete="off">
      <ol start={2} className="flex flex-col gap-4">
        <Step number={2} title={t(isLocal ? 'firstRun.step2Local' : 'firstRun.step2')}>
          {isLocal ? <BaseUrlField provider={provider} /> : <KeyAndAddress provider={provider} />}
        </Step>
        <Step number={3} title={t('firstRun.step3')}>
          <div className="flex flex-col items-start gap-3">
            <Button type="submit" variant={model === null ? 'primary' : 'secondary'} busy={saving}>
              {t(saving ? 'settings.providers.testing' : 'settings.providers.test')}
            </Button>
            {error && <Notice tone="error">{error}</Notice>}
            <div ref={result} className="w-full empty:hidden">
              <ProviderTestResult state={test.state} />
            </div>
            {model !== null && (
              <Button variant="primary" onClick={() => onConnected(model)}>
                {t('settings.providers.startChat')}
              </Button>
            )}
          </div>
        </Step>
      </ol>
    </form>
  );
}

function KeyAndAddress({ provider }: { provider: ProviderView }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      <KeyField provider={provider} />
      <p className="text-faint text-xs">{t('firstRun.step2Text')}</p>
      <details>
        <summary className="w-fit rounded-md py-1 text-dim text-sm">{t('settings.providers.advanced')}</summary>
        <div className="pt-2">
          <BaseUrlField provider={provider} />
        </div>
      </details>
    </div>
  );
}
