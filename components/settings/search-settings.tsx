'use client';

import { type SubmitEvent, useState } from 'react';
import { api } from '@/lib/client/api';
import type { SearchEngineName, SearchTest, SettingsView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { LoadState } from '../ui/load-state';
import { Notice } from '../ui/notice';
import { SecretInput } from '../ui/secret-input';
import { useToast } from '../ui/toaster';
import { SearchTestResult } from './search-test-result';

const engineNames: Readonly<Record<SearchEngineName, string>> = {
  searxng: 'SearXNG',
  brave: 'Brave Search',
  tavily: 'Tavily',
};
const engines = Object.keys(engineNames) as SearchEngineName[];
const keyPages = { brave: 'https://api-dashboard.search.brave.com/', tavily: 'https://app.tavily.com/' } as const;
const safeKeys = {
  off: 'web.settings.safeOff',
  moderate: 'web.settings.safeModerate',
  strict: 'web.settings.safeStrict',
} as const;

const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** What the form changes; an untouched key field changes nothing. */
function readChange(form: FormData): Record<string, unknown> {
  const [engine, key] = [textIn(form, 'engine'), textIn(form, 'api_key')];
  return {
    'search.provider': engine === '' ? null : engine,
    ...(form.has('base_url') && { 'search.baseUrl': textIn(form, 'base_url') || null }),
    ...(form.has('safe_search') && { 'search.safeSearch': textIn(form, 'safe_search') }),
    ...(key !== '' && { 'search.apiKey': key }),
  };
}

/** Which search engine models may use, and whether it answers. */
export function SearchSettings() {
  const { data, error, mutate } = useApi<SettingsView>('/api/settings');
  return (
    <LoadState data={data} error={error} retry={() => mutate()}>
      {(settings) => <SearchForm settings={settings} onChanged={() => mutate()} />}
    </LoadState>
  );
}

interface FormProps {
  readonly settings: SettingsView;
  readonly onChanged: () => Promise<unknown>;
}

function useSearchForm(onChanged: FormProps['onChanged']) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [busy, setBusy] = useState<'save' | 'test' | null>(null);
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<SearchTest>();

  async function save(form: HTMLFormElement, thenTest: boolean) {
    setBusy(thenTest ? 'test' : 'save');
    setFailure(undefined);
    setResult(undefined);
    try {
      await api.put('/api/settings', readChange(new FormData(form)));
      const field = form.elements.namedItem('api_key');
      if (field instanceof HTMLInputElement) field.value = '';
      await onChanged();
      if (thenTest) setResult(await api.post<SearchTest>('/api/web-search/test'));
      else show(t('common.saved'), 'success');
    } catch (caught) {
      setFailure(errorText(caught));
    }
    setBusy(null);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const button = event.nativeEvent.submitter;
    void save(event.currentTarget, button instanceof HTMLButtonElement && button.value === 'test');
  }
  return { busy, failure, result, onSubmit };
}

function SearchForm({ settings, onChanged }: FormProps) {
  const t = useT();
  const form = useSearchForm(onChanged);
  const [engine, setEngine] = useState<SearchEngineName | ''>(settings['search.provider'] ?? '');
  const isKeyed = engine === 'brave' || engine === 'tavily';
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4" autoComplete="off">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('web.settings.engine')}>
          {(control) => (
            <Select
              {...control}
              name="engine"
              value={engine}
              onChange={(event) => setEngine(engines.find((name) => name === event.target.value) ?? '')}
            >
              <option value="">{t('web.settings.engineNone')}</option>
              {engines.map((name) => (
                <option key={name} value={name}>
                  {engineNames[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {(engine === 'searxng' || engine === 'brave') && <SafeSearchField settings={settings} />}
      </div>
      {engine === 'searxng' && <AddressField settings={settings} />}
      {isKeyed && <KeyField key={engine} settings={settings} engine={engine} />}
      {form.failure && <Notice tone="error">{form.failure}</Notice>}
      {form.result && <SearchTestResult result={form.result} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy === 'save'}>
          {t('common.save')}
        </Button>
        {engine !== '' && (
          <Button type="submit" name="intent" value="test" busy={form.busy === 'test'}>
            {t(form.busy === 'test' ? 'web.settings.testing' : 'web.settings.test')}
          </Button>
        )}
      </div>
    </form>
  );
}

function SafeSearchField({ settings }: { settings: SettingsView }) {
  const t = useT();
  return (
    <Field label={t('web.settings.safeSearch')}>
      {(control) => (
        <Select {...control} name="safe_search" defaultValue={settings['search.safeSearch'] ?? 'moderate'}>
          {(Object.keys(safeKeys) as (keyof typeof safeKeys)[]).map((level) => (
            <option key={level} value={level}>
              {t(safeKeys[level])}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function AddressField({ settings }: { settings: SettingsView }) {
  const t = useT();
  return (
    <Field label={t('web.settings.address')} hint={t('web.settings.addressHint')}>
      {(control) => (
        <Input
          {...control}
          name="base_url"
          type="url"
          inputMode="url"
          spellCheck={false}
          className="font-mono"
          defaultValue={settings['search.baseUrl'] ?? ''}
          placeholder="https://"
        />
      )}
    </Field>
  );
}

function KeyField({ settings, engine }: { settings: SettingsView; engine: keyof typeof keyPages }) {
  const t = useT();
  const key = settings['search.apiKey'];
  const isSet = settings['search.provider'] === engine && key?.set === true;
  return (
    <Field
      label={t('web.settings.key')}
      hint={
        <>
          {t('web.settings.keyHint')}{' '}
          <a
            href={keyPages[engine]}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-text underline underline-offset-2"
          >
            {t('web.settings.getKey')}
          </a>
        </>
      }
      {...(isSet && { note: `${t('web.settings.keySet')}: ••••${key.last4 ?? ''}` })}
    >
      {(control) => (
        <SecretInput
          {...control}
          name="api_key"
          placeholder={t(isSet ? 'web.settings.keyReplace' : 'web.settings.keyPlaceholder')}
        />
      )}
    </Field>
  );
}
