import type { MetonaArchiveReason, MetonaError } from '@/lib/ir';
import { api } from './api';
import type { MemoryView } from './resources';

/** What cleaning up would do to one memory; a suggestion is done only when its id is named. */
export interface CleanUpStepView {
  readonly memory: MemoryView;
  readonly action: 'archive' | 'delete';
  readonly reason: MetonaArchiveReason;
  readonly suggestion: boolean;
  readonly keeps: MemoryView | null;
}

export interface MemoryIndexView {
  readonly provider: string | null;
  readonly model: string | null;
  readonly total: number;
  readonly indexed: number;
  readonly error: MetonaError | null;
}

/** What keeps memories in order and easy to find. */
export const memoryCareApi = {
  cleanUp: '/api/memories/cleanup',
  index: '/api/knowledge/index',
  runCleanUp: (ids: readonly string[]) =>
    api.post<{ archived: number; deleted: number }>('/api/memories/cleanup', { ids }),
  indexNow: () => api.post<MemoryIndexView>('/api/knowledge/index'),
};
