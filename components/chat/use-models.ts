'use client';

import { itemsOf, type ListOf, type ModelView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';

/** A provider's models, asked for once. */
export function useModels(providerId: string | null): { models: readonly ModelView[]; isLoading: boolean } {
  const { data, isLoading } = useApi<ListOf<ModelView>>(providerId === null ? null : providerApi.models(providerId), {
    revalidateOnFocus: false,
    revalidateIfStale: false,
    shouldRetryOnError: false,
  });
  return { models: itemsOf(data), isLoading };
}
