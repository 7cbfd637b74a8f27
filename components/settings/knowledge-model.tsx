'use client';

import Link from 'next/link';
import { type SubmitEvent, useId, useState } from 'react';
import { api } from '@/lib/client/api';
import { type EmbeddingTest, knowledgeApi } from '@/lib/client/knowledge';
import { type MemoryIndexView, memoryCareApi } from '@/lib/client/memory-care';
import { itemsOf, type ListOf, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';

type Embedding = ProviderView & { readonly embedding_models?: readonly string[] | null };

function usableProviders(list: ListOf<Embedding> | undefined, chosen: string | null): Embedding[] {
  return itemsOf(list).filter(({ id, enabled, embedding_models: models }) => {
    return id === chosen || (enabled && models !== null && models !== undefined);
  });
}

interface KnowledgeModelProps {
  readonly status: MemoryIndexView;
  readonly onSaved: () => Promise<unknown>;
}

/** Which model finds what shares a meaning and no word, and whether it answers. */
export function KnowledgeModel({ status, onSaved }: KnowledgeModelProps) {
  const t = useT();
  const providers = useApi<ListOf<Embedding>>(providerApi.list);
  if (providers.data === undefined) return null;
  const usable = usableProviders(providers.data, status.provider);
  return (
    <Section title={t('knowledge.model.title')} text={t('knowledge.model.text')}>
      {usable.length === 0 ? (
        <p className="text-dim text-sm">
          {t('knowledge.model.none')}{' '}
          <Link href="/settings/providers" className="underline underline-offset-3 hover:text-text">
            {t('settings.general.toProviders')}
          </Link>
        </p>
      ) : (
        <ModelForm key={`${status.provider} ${status.model}`} status={status} providers={usable} onSaved={onSaved} />
      )}
      {status.model !== null && (
        <p className="text-faint text-xs">
          {t('knowledge.model.memories', { indexed: status.indexed, total: status.total })}
        </p>
      )}
    </Section>
  );
}

interface ModelChoice {
  readonly provider: string;
  readonly model: string;
}

function useModelForm({ provider, model }: ModelChoice, onSaved: () => Promise<unknown>) {
  const errorText = useErrorText();
  const [busy, setBusy] = useState<'save' | 'test' | null>(null);
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<EmbeddingTest>();
  const isOn = provider !== '' && model !== '';

  async function save() {
    await api.put('/api/settings', {
      'knowledge.embeddingProvider': isOn ? provider : null,
      'knowledge.embeddingModel': isOn ? model : null,
    });
    await memoryCareApi.indexNow();
    await onSaved();
  }

  async function act(what: 'save' | 'test') {
    setBusy(what);
    setFailure(undefined);
    setResult(undefined);
    try {
      if (what === 'save') await save();
      else setResult(await knowledgeApi.test(provider, model));
    } catch (caught) {
      setFailure(errorText(caught));
    }
    setBusy(null);
  }
  return { busy, failure, result, isOn, act: (what: 'save' | 'test') => void act(what) };
}

interface ModelFormProps extends KnowledgeModelProps {
  readonly providers: readonly Embedding[];
}

function ModelForm({ status, providers, onSaved }: ModelFormProps) {
  const t = useT();
  const [provider, setProvider] = useState(status.provider ?? '');
  const [model, setModel] = useState(status.model ?? '');
  const form = useModelForm({ provider, model: model.trim() }, onSaved);
  const models = providers.find(({ id }) => id === provider)?.embedding_models ?? [];

  function choose(id: string) {
    setProvider(id);
    setModel(providers.find((each) => each.id === id)?.embedding_models?.[0] ?? '');
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    form.act('save');
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('knowledge.model.provider')}>
          {(control) => (
            <Select {...control} value={provider} onChange={(event) => choose(event.target.value)}>
              <option value="">{t('knowledge.model.off')}</option>
              {providers.map(({ id, display_name: name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {provider !== '' && <NameField value={model} models={models} onChange={setModel} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy === 'save'}>
          {t('common.save')}
        </Button>
        {form.isOn && (
          <Button busy={form.busy === 'test'} onClick={() => form.act('test')}>
            {t(form.busy === 'test' ? 'knowledge.model.testing' : 'knowledge.model.test')}
          </Button>
        )}
      </div>
      {form.failure && <Notice tone="error">{form.failure}</Notice>}
      {form.result && <TestResult result={form.result} />}
    </form>
  );
}

interface NameFieldProps {
  readonly value: string;
  readonly models: readonly string[];
  readonly onChange: (model: string) => void;
}

function NameField({ value, models, onChange }: NameFieldProps) {
  const t = useT();
  const listId = useId();
  return (
    <Field label={t('knowledge.model.name')}>
      {(control) => (
        <>
          <Input
            {...control}
            required
            maxLength={200}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {models.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function TestResult({ result }: { result: EmbeddingTest }) {
  const t = useT();
  if (!result.ok) {
    return <Notice tone="error">{t('knowledge.model.failed', { reason: result.error?.message ?? '' })}</Notice>;
  }
  const ms = Math.round(result.latency_ms);
  return <Notice tone="success">{t('knowledge.model.works', { ms, dimensions: result.dimensions })}</Notice>;
}
