'use client';

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { itemsOf, type ListOf, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import type { MetonaModelRef } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import { Select } from '../ui/input';
import { RowBox } from '../ui/section';
import { moveItem } from './move-item';
import { useSettings } from './use-settings';

const most = 3;

/** Who answers when the chosen provider cannot, in this order. */
export function FallbackList() {
  const t = useT();
  const { settings, change } = useSettings();
  const fallbacks = settings?.['llm.fallbacks'] ?? [];
  const save = (next: readonly MetonaModelRef[]) => change({ 'llm.fallbacks': next });
  if (settings === undefined) return null;
  return (
    <div className="flex flex-col gap-3">
      {fallbacks.length > 0 && (
        <RowBox>
          {fallbacks.map((fallback, index) => (
            <li key={`${fallback.provider}/${fallback.model}`} className="flex items-center gap-1 py-1.5 pr-2 pl-4">
              <span className="w-5 text-faint text-xs tabular-nums">{index + 1}</span>
              <FallbackHealth providerId={fallback.provider} />
              <span className="min-w-0 flex-1 truncate font-mono text-xs">
                {fallback.provider} / {fallback.model}
              </span>
              <IconButton
                label={t('settings.general.moveUp', { name: fallback.model })}
                size="small"
                disabled={index === 0}
                onClick={() => save(moveItem(fallbacks, index, index - 1))}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                label={t('settings.general.moveDown', { name: fallback.model })}
                size="small"
                disabled={index === fallbacks.length - 1}
                onClick={() => save(moveItem(fallbacks, index, index + 1))}
              >
                <ArrowDown />
              </IconButton>
              <IconButton
                label={t('settings.general.removeFallback', { name: fallback.model })}
                size="small"
                danger
                onClick={() => save(fallbacks.filter((other) => other !== fallback))}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </RowBox>
      )}
      {fallbacks.length < most && <AddFallback taken={fallbacks} onAdd={(added) => save([...fallbacks, added])} />}
    </div>
  );
}

const healthLooks = {
  good: { color: 'bg-green', label: 'settings.providers.healthGood' },
  bad: { color: 'bg-red', label: 'settings.providers.healthBad' },
  unknown: { color: 'bg-faint', label: 'settings.providers.healthUnknown' },
} as const;

/** How its last test went, as a dot with a name. */
function FallbackHealth({ providerId }: { providerId: string }) {
  const t = useT();
  const { data } = useApi<ListOf<ProviderView>>(providerApi.list);
  const provider = itemsOf(data).find(({ id }) => id === providerId);
  const isTested = provider?.enabled === true && provider.health !== null;
  const { color, label } = healthLooks[isTested ? (provider.health?.ok ? 'good' : 'bad') : 'unknown'];
  return (
    <span title={t(label)} className="mr-2 inline-flex">
      <span aria-hidden className={`size-2 rounded-full ${color}`} />
      <span className="sr-only">{t(label)}</span>
    </span>
  );
}

interface AddFallbackProps {
  readonly taken: readonly MetonaModelRef[];
  readonly onAdd: (fallback: MetonaModelRef) => void;
}

function AddFallback({ taken, onAdd }: AddFallbackProps) {
  const t = useT();
  const [provider, setProvider] = useState('');
  const [model, setModel] = useState('');
  const providers = useApi<ListOf<ProviderView>>(providerApi.list);
  const models = useApi<ListOf<ModelView>>(provider === '' ? null : providerApi.models(provider), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const isTaken = taken.some((other) => other.provider === provider && other.model === model);

  function add() {
    onAdd({ provider, model });
    setProvider('');
    setModel('');
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={t('settings.general.provider')}
        className="flex-1 basis-40"
        value={provider}
        onChange={(event) => {
          setProvider(event.target.value);
          setModel('');
        }}
      >
        <option value="">{t('settings.general.provider')}…</option>
        {itemsOf(providers.data)
          .filter((option) => option.enabled)
          .map((option) => (
            <option key={option.id} value={option.id}>
              {option.display_name}
            </option>
          ))}
      </Select>
      <Select
        aria-label={t('settings.general.defaultModel')}
        className="flex-1 basis-40"
        value={model}
        disabled={provider === ''}
        onChange={(event) => setModel(event.target.value)}
      >
        <option value="">{t('settings.general.defaultModel')}…</option>
        {itemsOf(models.data).map((option) => (
          <option key={option.id} value={option.id}>
            {option.displayName}
          </option>
        ))}
      </Select>
      <Button className="min-h-9" disabled={model === '' || isTaken} onClick={add}>
        {t('settings.general.addFallback')}
      </Button>
    </div>
  );
}
