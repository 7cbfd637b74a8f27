'use client';

import { useMemo } from 'react';
import { mutate } from 'swr';
import useSWRInfinite, { unstable_serialize } from 'swr/infinite';
import { type ApiFailure, api } from './api';
import { memoryApi } from './resources';
import { runApi, type SearchHit, type SessionView, sessionApi } from './run-api';
import { type ApiPage, useApi } from './use-api';

type SessionPage = ApiPage<SessionView>;

const CALM_MS = 10_000;
const BUSY_MS = 3000;

function pageKey(index: number, previous: SessionPage | null): string | null {
  if (index === 0) return sessionApi.list;
  return previous?.next_cursor ? `${sessionApi.list}&cursor=${encodeURIComponent(previous.next_cursor)}` : null;
}

function isBusy(pages: readonly SessionPage[] | undefined): boolean {
  return pages?.some((page) => page.items.some((session) => session.active_run !== null)) ?? false;
}

export interface Sessions {
  readonly items: readonly SessionView[] | undefined;
  readonly error: ApiFailure | undefined;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
}

/** The user's conversations, newest first; looked at again while the page is seen, sooner while a run is going on. */
export function useSessions(): Sessions {
  const pages = useSWRInfinite<SessionPage, ApiFailure>(pageKey, (key: string) => api.get<SessionPage>(key), {
    refreshInterval: (data) => (isBusy(data) ? BUSY_MS : CALM_MS),
    revalidateFirstPage: true,
  });
  const { data, error, setSize } = pages;
  return useMemo(
    () => ({
      items: data?.flatMap((page) => page.items),
      error,
      hasMore: Boolean(data?.at(-1)?.next_cursor),
      loadMore: () => void setSize((size) => size + 1),
    }),
    [data, error, setSize],
  );
}

export function useSearch(text: string): { hits: readonly SearchHit[]; isLoading: boolean } {
  const trimmed = text.trim();
  const path = trimmed === '' ? null : sessionApi.search(trimmed);
  const { data, isLoading } = useApi<{ items: readonly SearchHit[] }>(path, { keepPreviousData: true });
  return { hits: trimmed === '' ? [] : (data?.items ?? []), isLoading };
}

/** Something happened that the sidebar should show now, not at its next look. */
export function refreshSidebar(): void {
  void mutate(runApi.openPermissions);
  void mutate(memoryApi.proposed);
  void mutate(unstable_serialize(pageKey));
}
