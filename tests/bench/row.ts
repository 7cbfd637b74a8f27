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
  measure(): Promise<Samples>;
}

/** What a file in `rows` exports. */
export interface RowGroup {
  readonly rows: readonly Row[];
}
