/** What a row promises: a value of its own, or one as a multiple of its peer's. */
export interface Goal {
  readonly kind: 'at most' | 'at least';
  readonly value: number;
  readonly of: 'unit' | 'peer';
}

/** One number per round. Those of the peer were taken in the same rounds, turn and turn about. */
export interface Samples {
  readonly ours: readonly number[];
  readonly peer?: readonly number[];
}

/** One line of the table. `measure` throws when the work was not done right: that is a failure and has no number. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly goal: Goal;
  /** Who else did the same work, where somebody does. */
  readonly peer?: string;
  /** A wish beyond the goal: missing it fails nothing. */
  readonly isStretch?: true;
  /** In how many of the passes it takes part; all, unless said otherwise. */
  readonly passes?: number;
  measure(pass: number): Promise<Samples>;
}

/** What a file in `rows` exports. */
export interface RowGroup {
  readonly rows: readonly Row[];
}

/** One measurement that several rows read from: taken once in a pass, by whichever of them comes first. */
export function oncePerPass<T>(take: () => Promise<T>): (pass: number) => Promise<T> {
  const taken = new Map<number, Promise<T>>();
  return (pass) => {
    const known = taken.get(pass) ?? take();
    taken.set(pass, known);
    return known;
  };
}
