import type { KnowledgeHit } from '@/lib/agent/ports';

/**
 * Orders passages by how well they answer a query, with the model or the service a user has chosen for that. Resolves
 * with the places of the passages, best first; places that are missing keep their order behind the others. Rejects with
 * `MetonaFailure` when it fails or takes too long.
 */
export type Reranker = (
  query: string,
  passages: readonly Pick<KnowledgeHit, 'title' | 'text'>[],
  signal: AbortSignal,
) => Promise<readonly number[]>;

/** Those that were named, in the order of the names, and behind them the others as they stood. */
export function inOrder<Item>(items: readonly Item[], order: readonly number[]): Item[] {
  const named = new Set(order.filter((place) => Number.isInteger(place) && place >= 0 && place < items.length));
  const rest = items.filter((_, place) => !named.has(place));
  return [...[...named].flatMap((place) => items.slice(place, place + 1)), ...rest];
}
