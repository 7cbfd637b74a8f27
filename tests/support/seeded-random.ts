export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number;
  between(least: number, below: number): number;
  pick<T>(items: readonly T[]): T;
}

/** The same numbers for the same seed, so that a failing round can be played again. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  };
  return { next, pick, between: (least, below) => least + next() * (below - least) };
}
