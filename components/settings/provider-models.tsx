'use client';

import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { type ModelListView, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { LoadState } from '../ui/load-state';
import { Notice } from '../ui/notice';
import { SearchField } from '../ui/search-field';
import { RowBox } from '../ui/section';
import { ProviderModelChanges } from './provider-model-changes';
import { ProviderModelOverride } from './provider-model-override';
import { ProviderModelRow } from './provider-model-row';

interface ProviderModelsProps {
  readonly provider: ProviderView;
  readonly onChanged: () => Promise<unknown>;
}

/** The provider's models, asked for when they are unfolded. */
export function ProviderModels({ provider, onChanged }: ProviderModelsProps) {
  const t = useT();
  const bodyId = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="-mt-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 items-center gap-2 rounded-md pr-2 text-left text-dim text-sm"
      >
        <ChevronRight aria-hidden className={clsx('size-4 text-faint transition-transform', open && 'rotate-90')} />
        {t('settings.models.title')}
      </button>
      <div id={bodyId} hidden={!open}>
        {open && <ModelList provider={provider} onChanged={onChanged} />}
      </div>
    </div>
  );
}

function ModelList({ provider, onChanged }: ProviderModelsProps) {
  const path = providerApi.models(provider.id);
  const { data, error, mutate } = useApi<ModelListView>(path, { revalidateOnFocus: false, shouldRetryOnError: false });
  const [corrected, setCorrected] = useState<ModelView>();
  const isFirstLook =
    data?.live === true && data.changes === null && provider.kind !== 'offline' && provider.shared === null;

  // What was never looked at has no changes: from this look on they are counted.
  useEffect(() => {
    if (isFirstLook) providerApi.acceptModels(provider.id).catch(() => undefined);
  }, [isFirstLook, provider.id]);

  return (
    <div className="flex flex-col gap-3 pt-2" data-testid="provider-models">
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(list) => (
          <>
            <ListState list={list} />
            {list.changes && (
              <ProviderModelChanges
                changes={list.changes}
                onAccept={async () => void (await mutate(await providerApi.acceptModels(provider.id), false))}
              />
            )}
            <FoundModels models={list.items} {...(provider.shared === null && { onEdit: setCorrected })} />
          </>
        )}
      </LoadState>
      {corrected && (
        <ProviderModelOverride
          provider={provider}
          model={corrected}
          onClose={() => setCorrected(undefined)}
          onChanged={() => Promise.all([mutate(), onChanged()])}
        />
      )}
    </div>
  );
}

function ListState({ list }: { list: ModelListView }) {
  const t = useT();
  if (list.live) return null;
  return (
    <Notice tone="warning">
      <p>{t('settings.models.notLive')}</p>
      {list.error && <p className="text-dim text-xs">{errorText(t, list.error.code)}</p>}
    </Notice>
  );
}

const shownAtFirst = 20;

interface FoundModelsProps {
  readonly models: readonly ModelView[];
  /** Absent where nothing can be corrected. */
  readonly onEdit?: (model: ModelView) => void;
}

function FoundModels({ models, onEdit }: FoundModelsProps) {
  const t = useT();
  const [query, setQuery] = useState('');
  const [all, setAll] = useState(false);
  const words = query.toLocaleLowerCase().split(/\s+/);
  const found = models.filter(({ id, displayName }) => {
    const text = `${displayName} ${id}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const shown = all ? found : found.slice(0, shownAtFirst);
  if (models.length === 0) return <p className="text-dim text-sm">{t('settings.models.none')}</p>;
  return (
    <>
      <SearchField label={t('settings.models.search')} onSearch={setQuery} />
      {found.length === 0 && (
        <p role="status" className="text-dim text-sm">
          {t('settings.models.noMatch')}
        </p>
      )}
      {shown.length > 0 && (
        <RowBox>
          {shown.map((model) => (
            <ProviderModelRow key={model.id} model={model} {...(onEdit && { onEdit: () => onEdit(model) })} />
          ))}
        </RowBox>
      )}
      {shown.length < found.length && (
        <Button size="small" className="self-start" onClick={() => setAll(true)}>
          {t('settings.models.more', { count: found.length })}
        </Button>
      )}
    </>
  );
}
