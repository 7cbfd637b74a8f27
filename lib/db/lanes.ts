/** Work with the same key one after another, in the order it came; other keys do not wait. */
export type Lanes = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createLanes(): Lanes {
  const tails = new Map<string, Promise<void>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
