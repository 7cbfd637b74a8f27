'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { api } from '@/lib/client/api';
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

/** Which model finds memories that share a meaning and no word; without one, words are all that counts. */
export function MemoryMeaning() {
  const t = useT();
  const status = useApi<MemoryIndexView>(memoryCareApi.index);
  const providers = useApi<ListOf<Embedding>>(providerApi.list);
  if (status.data === undefined || providers.data === undefined) return null;
  const { provider, model } = status.data;
  return (
    <Section title={t('library.memories.meaning')} text={t('library.memories.meaningText')}>
      <MeaningForm
        key={`${provider} ${model}`}
        status={status.data}
        providers={usableProviders(providers.data, provider)}
        onSaved={(after) => status.mutate(after, { revalidate: false })}
      />
      <MeaningState status={status.data} />
    </Section>
  );
}

interface MeaningFormProps {
  readonly status: MemoryIndexView;
  readonly providers: readonly Embedding[];
  readonly onSaved: (status: MemoryIndexView) => Promise<unknown>;
}

function MeaningForm({ status, providers, onSaved }: MeaningFormProps) {
  const t = useT();
  const errorText = useErrorText();
  const listId = useId();
  const [provider, setProvider] = useState(status.provider ?? '');
  const [model, setModel] = useState(status.model ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const models = providers.find(({ id }) => id === provider)?.embedding_models ?? [];

  function choose(id: string) {
    setProvider(id);
    setModel(providers.find((each) => each.id === id)?.embedding_models?.[0] ?? '');
  }

  async function save() {
    setBusy(true);
    setError(undefined);
    const isOn = provider !== '' && model.trim() !== '';
    try {
      await api.put('/api/settings', {
        'knowledge.embeddingProvider': isOn ? provider : null,
        'knowledge.embeddingModel': isOn ? model.trim() : null,
      });
      await onSaved(await memoryCareApi.indexNow());
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save();
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('library.memories.meaningProvider')} className="w-full max-w-56">
          {(control) => (
            <Select {...control} value={provider} onChange={(event) => choose(event.target.value)}>
              <option value="">{t('library.memories.meaningOff')}</option>
              {providers.map(({ id, display_name: name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {provider !== '' && (
          <Field label={t('library.memories.meaningModel')} className="w-full max-w-72">
            {(control) => (
              <Input
                {...control}
                required
                maxLength={200}
                list={listId}
                value={model}
                onChange={(event) => setModel(event.target.value)}
              />
            )}
          </Field>
        )}
        <datalist id={listId}>
          {models.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" busy={busy}>
          {t('library.memories.meaningSave')}
        </Button>
      </div>
      {error && <Notice tone="error">{error}</Notice>}
    </form>
  );
}

function MeaningState({ status }: { status: MemoryIndexView }) {
  const t = useT();
  if (status.model === null) return null;
  const { indexed, total, error } = status;
  return (
    <>
      <p className="text-dim text-sm">{t('library.memories.meaningState', { indexed, total })}</p>
      {error && <Notice tone="warning">{t('library.memories.meaningFailed', { reason: error.message })}</Notice>}
    </>
  );
}
