'use client';

import { Bot, Check } from 'lucide-react';
import useSWR from 'swr';
import { api } from '@/lib/client/api';
import { itemsOf, type ListOf, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import type { ModelChoiceState } from '@/lib/client/use-model-choice';
import type { Entry } from './entry';

async function modelsOf(provider: ProviderView): Promise<readonly { id: string; name: string }[]> {
  const list = await api.get<ListOf<ModelView>>(providerApi.models(provider.id)).catch(() => []);
  const models = itemsOf(list).map(({ id, displayName }) => ({ id, name: displayName }));
  const own = provider.default_model;
  return own === null || models.some(({ id }) => id === own) ? models : [{ id: own, name: own }, ...models];
}

/** Every model of the providers that are on; the lists are asked for when this step begins. */
export function useModelEntries(state: ModelChoiceState, isWanted: boolean) {
  const { providers, choice, pick } = state;
  const key = isWanted ? `palette models ${providers.map(({ id }) => id).join(' ')}` : null;
  const load = () => Promise.all(providers.map(async (provider) => ({ provider, models: await modelsOf(provider) })));
  const { data = [], isLoading } = useSWR(key, load, { revalidateOnFocus: false, shouldRetryOnError: false });
  const entries = data.flatMap(({ provider, models }) =>
    models.map(({ id, name }): Entry => {
      const isChosen = choice?.providerId === provider.id && choice.model === id;
      return {
        id: `model:${provider.id}/${id}`,
        group: 'models',
        label: name,
        detail: provider.display_name,
        words: [id, provider.display_name],
        icon: isChosen ? Check : Bot,
        run: () => pick(provider.id, id),
      };
    }),
  );
  return { entries, isLoading };
}
