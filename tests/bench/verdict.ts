import type { Goal, Samples } from './row';

export type Verdict = 'yes' | 'within noise' | 'no';

export interface Judgement {
  readonly ours: number;
  readonly peer: number | undefined;
  /** The median of what the goal speaks about, and between which quartiles it lies. */
  readonly judged: number;
  readonly quartiles: readonly [number, number];
  readonly verdict: Verdict;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new Error('nothing was measured');
  return below + (above - below) * (at - Math.floor(at));
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

function judgedValues({ ours, peer }: Samples, { of }: Goal): readonly number[] {
  if (of === 'unit') return ours;
  if (peer?.length !== ours.length) throw new Error('a peer takes part in every round');
  return ours.map((value, round) => value / (peer[round] ?? Number.NaN));
}

/** A goal is missed by more than noise when three quarters of the rounds missed it. */
export function judge(samples: Samples, goal: Goal): Judgement {
  const values = judgedValues(samples, goal);
  const judged = median(values);
  const quartiles = [quantile(values, 0.25), quantile(values, 0.75)] as const;
  const isMet = (value: number) => (goal.kind === 'at most' ? value <= goal.value : value >= goal.value);
  return {
    ours: median(samples.ours),
    peer: samples.peer === undefined ? undefined : median(samples.peer),
    judged,
    quartiles,
    verdict: isMet(judged) ? 'yes' : quartiles.some(isMet) ? 'within noise' : 'no',
  };
}
