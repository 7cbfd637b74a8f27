const closers: (() => Promise<unknown> | unknown)[] = [];

/** Starts something when it is first asked for. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => {
    started ??= start();
    return started;
  };
}

/** What is to be ended when all rows are done, or when the bench is interrupted. */
export function atEnd(close: () => Promise<unknown> | unknown): void {
  closers.push(close);
}

/** Ends everything that was started, the last first. */
export async function endAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await Promise.resolve(close()).catch(() => undefined);
}
