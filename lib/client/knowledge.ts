import type { MetonaError, SourceLink } from '@/lib/ir';
import { api } from './api';
import type { MemoryIndexView } from './memory-care';

export type KnowledgeKind = SourceLink['kind'];

export interface KindProgress {
  readonly total: number;
  readonly indexed: number;
  readonly failed: number;
}

/** How far the index is. */
export interface KnowledgeIndexView extends MemoryIndexView {
  readonly kinds: Readonly<Record<KnowledgeKind, KindProgress>>;
  readonly state: 'idle' | 'indexing' | 'waiting';
  readonly vectors: { readonly model: string; readonly total: number; readonly indexed: number } | null;
  readonly last_error: MetonaError | null;
}

export interface KnowledgeHitView {
  readonly kind: KnowledgeKind;
  readonly source_id: string;
  readonly anchor: string;
  readonly title: string;
  readonly heading: string | null;
  readonly snippet: string;
  readonly href: string;
  readonly ranks: { readonly text: number | null; readonly vector: number | null };
  readonly updated_at: string;
}

export interface KnowledgeAnswerView {
  readonly hits: readonly KnowledgeHitView[];
  readonly used: { readonly text: boolean; readonly vectors: boolean; readonly reranked: boolean };
  readonly notes: readonly string[];
}

export interface EmbeddingTest {
  readonly ok: boolean;
  readonly latency_ms: number;
  readonly dimensions: number;
  readonly error?: MetonaError;
}

interface SearchOptions {
  readonly kinds?: readonly KnowledgeKind[];
  readonly limit?: number;
  /** By words alone, which asks no model: for what is looked up while someone types. */
  readonly wordsOnly?: boolean;
}

export const knowledgeApi = {
  index: '/api/knowledge/index',
  search: (query: string, { kinds = [], limit = 10, wordsOnly = false }: SearchOptions = {}) => {
    const values = new URLSearchParams({ q: query, limit: String(limit) });
    if (kinds.length > 0) values.set('kinds', kinds.join(','));
    if (wordsOnly) values.set('mode', 'text');
    return `/api/knowledge/search?${values}`;
  },
  rebuild: () => api.post<KnowledgeIndexView>('/api/knowledge/index', { rebuild: true }),
  test: (provider: string, model: string) => api.post<EmbeddingTest>('/api/knowledge/test', { provider, model }),
};
