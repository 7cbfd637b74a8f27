import type { CitedSource, MetonaToolResult } from '@/lib/ir';
import { sourcesOf } from '@/lib/ir/cited-source';
import type { Turn } from './run-turns';

/** The sources that tools of a conversation have returned, by their key. */
export type FindSource = (key: string) => CitedSource | null;

function resultsOf(turn: Turn | undefined): MetonaToolResult[] {
  if (turn?.kind !== 'answer') return [];
  return turn.store.view.parts.flatMap((part) => (part.kind === 'tool' && part.result !== null ? [part.result] : []));
}

/** Looks among what is there at the moment it is asked: of the turns, only the last one still grows. */
export function createSourceFinder(turns: readonly Turn[]): FindSource {
  const earlier = turns.slice(0, -1);
  const last = turns.at(-1);
  let before: ReadonlyMap<string, CitedSource> | null = null;
  return (key) => {
    for (const result of resultsOf(last)) {
      const found = sourcesOf(result).get(key);
      if (found !== undefined) return found;
    }
    before ??= new Map(earlier.flatMap(resultsOf).flatMap((result) => [...sourcesOf(result)]));
    return before.get(key) ?? null;
  };
}
