'use client';

import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import useSWRInfinite from 'swr/infinite';
import { type ApiFailure, api } from './api';

/** A page of a list, newest first. */
export interface ApiPage<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** A resource of the API, cached by its path and shared between components; `null` asks for nothing. */
export function useApi<T>(path: string | null, options?: SWRConfiguration<T, ApiFailure>): SWRResponse<T, ApiFailure> {
  return useSWR<T, ApiFailure>(path, (key: string) => api.get<T>(key), options);
}

function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

export interface ApiPages<T> {
  readonly items: readonly T[] | undefined;
  readonly error: ApiFailure | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly refresh: () => Promise<unknown>;
}

interface ApiPagesOptions {
  /** What was there stays until what another path says has come. */
  readonly keepPreviousData?: boolean;
}

/** A list that grows page by page. */
export function useApiPages<T>(path: string | null, options: ApiPagesOptions = {}): ApiPages<T> {
  const pages = useSWRInfinite<ApiPage<T>, ApiFailure>(
    (index: number, previous: ApiPage<T> | null) => {
      if (path === null) return null;
      if (index === 0) return path;
      return previous?.next_cursor ? withCursor(path, previous.next_cursor) : null;
    },
    (key: string) => api.get<ApiPage<T>>(key),
    options,
  );
  const last = pages.data?.at(-1);
  return {
    items: pages.data?.flatMap((page) => page.items),
    error: pages.error,
    isLoading: pages.isLoading,
    hasMore: Boolean(last?.next_cursor),
    loadMore: () => void pages.setSize((size) => size + 1),
    refresh: () => pages.mutate(),
  };
}
