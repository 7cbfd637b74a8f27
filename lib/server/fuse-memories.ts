import 'server-only';
import type { MetonaMemoryItem } from '@/lib/ir';

/** How slowly places lose their worth: the usual number of reciprocal rank fusion. */
const softness = 60;

/** Two lists, each best first, as one: what stands high in either comes first, what stands in both before it. */
export function fuseMemories(
  left: readonly MetonaMemoryItem[],
  right: readonly MetonaMemoryItem[],
  limit: number,
): MetonaMemoryItem[] {
  const scores = new Map<string, { item: MetonaMemoryItem; score: number }>();
  for (const list of [left, right]) {
    for (const [place, item] of list.entries()) {
      const known = scores.get(item.id);
      const relevanceScore = Math.max(known?.item.relevanceScore ?? 0, item.relevanceScore ?? 0);
      const score = (known?.score ?? 0) + 1 / (softness + place + 1);
      scores.set(item.id, { item: { ...item, relevanceScore }, score });
    }
  }
  const fused = [...scores.values()].sort((first, second) => second.score - first.score);
  return fused.slice(0, limit).map(({ item }) => item);
}
