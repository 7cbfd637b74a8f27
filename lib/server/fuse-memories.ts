import 'server-only';
import type { MetonaMemoryItem } from '@/lib/ir';
import { fuseRanks } from '@/lib/knowledge/retrieval/fuse';

/** Two lists, each best first, as one: what stands high in either comes first, what stands in both before it. */
export function fuseMemories(
  left: readonly MetonaMemoryItem[],
  right: readonly MetonaMemoryItem[],
  limit: number,
): MetonaMemoryItem[] {
  const items = new Map<string, MetonaMemoryItem>();
  for (const item of [...left, ...right]) {
    const relevanceScore = Math.max(items.get(item.id)?.relevanceScore ?? 0, item.relevanceScore ?? 0);
    items.set(item.id, { ...item, relevanceScore });
  }
  const idsOf = (list: readonly MetonaMemoryItem[]) => list.map(({ id }) => id);
  const fused = fuseRanks([idsOf(left), idsOf(right)]).slice(0, limit);
  return fused.flatMap(({ id }) => items.get(id) ?? []);
}
