'use client';

import type { PermissionRequest } from '@/lib/ir';
import type { ApiFailure } from './api';
import { itemsOf, type ListOf, type MemoryView, memoryApi } from './resources';
import { runApi } from './run-api';
import { useApi } from './use-api';

const CALM_MS = 10_000;
const WATCHED_MS = 3000;

export interface Waiting {
  /** The one that waits longest first: what arrives later moves nothing that is being read. */
  readonly questions: readonly PermissionRequest[];
  readonly memories: readonly MemoryView[];
  readonly isLoaded: boolean;
  readonly error: ApiFailure | undefined;
  readonly refresh: () => Promise<unknown>;
}

/** Everything that waits for the person, across all conversations; looked at more often where it is all there is to see. */
export function useWaiting(isWatched = false): Waiting {
  const refreshInterval = isWatched ? WATCHED_MS : CALM_MS;
  const questions = useApi<ListOf<PermissionRequest>>(runApi.openPermissions, { refreshInterval });
  const memories = useApi<ListOf<MemoryView>>(memoryApi.proposed, { refreshInterval: refreshInterval * 3 });
  return {
    questions: itemsOf(questions.data).toReversed(),
    memories: itemsOf(memories.data),
    isLoaded: questions.data !== undefined && memories.data !== undefined,
    error: questions.error ?? memories.error,
    refresh: () => Promise.all([questions.mutate(), memories.mutate()]),
  };
}
