/** How slowly places lose their worth: the usual number of reciprocal rank fusion. */
const softness = 60;

export interface Fused<Id> {
  readonly id: Id;
  readonly score: number;
  /** The place in each list, counted from 1; undefined in a list that has it not. */
  readonly ranks: readonly (number | undefined)[];
}

/**
 * Lists of ids, each best first, as one by reciprocal rank: what stands high in any comes first, what stands in several
 * before it. Of equals the one that stands higher in an earlier list goes first. A repeated id counts where it stands first.
 */
export function fuseRanks<Id>(lists: readonly (readonly Id[])[], weights: readonly number[] = []): Fused<Id>[] {
  const places = new Map<Id, (number | undefined)[]>();
  for (const [at, list] of lists.entries()) {
    for (const [place, id] of list.entries()) {
      const ranks = places.get(id) ?? Array.from<undefined>({ length: lists.length });
      ranks[at] ??= place + 1;
      places.set(id, ranks);
    }
  }
  const scoreOf = (ranks: readonly (number | undefined)[]) =>
    ranks.reduce<number>((sum, rank, at) => sum + (rank === undefined ? 0 : (weights[at] ?? 1) / (softness + rank)), 0);
  return [...places]
    .map(([id, ranks]) => ({ id, score: scoreOf(ranks), ranks }))
    .sort((left, right) => right.score - left.score);
}
