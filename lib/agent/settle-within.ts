/**
 * Waits for work; once the signal is aborted only for the grace its reason gets. After that the work is abandoned: the
 * promise rejects with the signal's reason and a late outcome is dropped.
 */
export function settleWithin<T>(work: Promise<T>, signal: AbortSignal, graceMs: () => number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const abandon = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs());
    };
    if (signal.aborted) abandon();
    else signal.addEventListener('abort', abandon, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
    });
  });
}
