'use client';

import { useState } from 'react';
import { toApiFailure } from '@/lib/client/api';
import { itemsOf, type ListOf, type ProviderTest, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import type { MetonaModelRef } from '@/lib/ir';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { RowBox } from '../../ui/section';
import { useSettings } from '../use-settings';
import { AddFallback } from './add-fallback';
import { FallbackRow } from './fallback-row';
import { moveItem } from './move-item';
import { useReorder } from './use-reorder';

const most = 3;
const nameOf = ({ provider, model }: MetonaModelRef): string => `${provider}/${model}`;

/** Who answers when the chosen provider cannot, in this order. */
export function FallbackList() {
  const { settings, change } = useSettings();
  const fallbacks = settings?.['llm.fallbacks'] ?? [];
  const save = (next: readonly MetonaModelRef[]) => change({ 'llm.fallbacks': next });
  if (settings === undefined) return null;
  return (
    <div className="flex flex-col gap-3">
      {fallbacks.length > 0 && <Order fallbacks={fallbacks} onSave={save} />}
      {fallbacks.length < most && <AddFallback taken={fallbacks} onAdd={(added) => save([...fallbacks, added])} />}
    </div>
  );
}

interface OrderProps {
  readonly fallbacks: readonly MetonaModelRef[];
  readonly onSave: (next: readonly MetonaModelRef[]) => void;
}

/** What was moved stands there at once, so that the next key counts from there; what is stored has the last word. */
function useOrder(stored: readonly MetonaModelRef[]) {
  const [known, setKnown] = useState(stored);
  const [order, setOrder] = useState(stored);
  if (known !== stored) {
    setKnown(stored);
    setOrder(stored);
  }
  return [order, setOrder] as const;
}

function Order({ fallbacks: stored, onSave }: OrderProps) {
  const t = useT();
  const [said, setSaid] = useState('');
  const [fallbacks, setOrder] = useOrder(stored);
  const providers = useApi<ListOf<ProviderView>>(providerApi.list);
  const { results, isTesting, start } = useFallbackTests(fallbacks, () => providers.mutate());

  function move(from: number, to: number) {
    setSaid(t('settings.general.moved', { name: fallbacks[from]?.model ?? '', place: to + 1 }));
    const next = moveItem(fallbacks, from, to);
    setOrder(next);
    onSave(next);
  }

  const { handle, offset, dragged } = useReorder(fallbacks.length, move);
  return (
    <>
      <p id="fallback-keys" className="sr-only">
        {t('settings.general.dragKeys')}
      </p>
      <RowBox>
        {fallbacks.map((fallback, index) => (
          <FallbackRow
            key={nameOf(fallback)}
            fallback={fallback}
            index={index}
            count={fallbacks.length}
            provider={itemsOf(providers.data).find(({ id }) => id === fallback.provider)}
            tested={results.get(nameOf(fallback))}
            handle={handle(index)}
            offset={offset(index)}
            isDragged={dragged === index}
            onMove={(to) => move(index, to)}
            onRemove={() => onSave(fallbacks.filter((other) => other !== fallback))}
          />
        ))}
      </RowBox>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div>
        <Button size="small" busy={isTesting} onClick={start}>
          {t('settings.general.testFallbacks')}
        </Button>
      </div>
    </>
  );
}

/** One tiny real message to each of them, by the model that would take over. */
function useFallbackTests(fallbacks: readonly MetonaModelRef[], onTested: () => Promise<unknown>) {
  const [results, setResults] = useState<ReadonlyMap<string, ProviderTest>>(new Map());
  const [isTesting, setIsTesting] = useState(false);

  async function test(fallback: MetonaModelRef): Promise<[string, ProviderTest]> {
    try {
      return [nameOf(fallback), await providerApi.test(fallback.provider, fallback.model)];
    } catch (caught) {
      return [nameOf(fallback), { ok: false, latency_ms: 0, model: fallback.model, error: toApiFailure(caught).error }];
    }
  }

  async function testAll() {
    setIsTesting(true);
    setResults(new Map(await Promise.all(fallbacks.map(test))));
    await onTested();
    setIsTesting(false);
  }
  return { results, isTesting, start: () => void testAll() };
}
