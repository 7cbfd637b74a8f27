'use client';

import useSWR from 'swr';
import { type ApiFailure, api } from '@/lib/client/api';
import type { ShareInclude, SharePreview } from '@/lib/client/share-resources';

export type ShareChoice = Required<ShareInclude>;

/** What publishing a chat as it is now would show. */
export function useSharePreview(sessionId: string, include: ShareChoice) {
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/shares/preview`;
  return useSWR<SharePreview, ApiFailure>(
    [path, include.thinking, include.tools, include.files, include.secrets],
    () => api.post<SharePreview>(path, { include }),
    { keepPreviousData: true, revalidateOnFocus: false, revalidateIfStale: true, shouldRetryOnError: false },
  );
}
