'use client';

import { useCallback } from 'react';
import { itemsOf, type ListOf, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';

const once = { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false };

/** What providers are called; their id as long as that is not known. Asks for nothing while nobody needs a name. */
export function useProviderNames(isNeeded: boolean): (id: string) => string {
  const { data } = useApi<ListOf<ProviderView>>(isNeeded ? providerApi.list : null, once);
  return useCallback((id) => itemsOf(data).find((provider) => provider.id === id)?.display_name ?? id, [data]);
}
