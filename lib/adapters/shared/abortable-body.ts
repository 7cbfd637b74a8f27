import type { AttemptTimers } from './stream-timers';

/** What is known about how a body ended; read it when reading has stopped. */
export interface BodyProgress {
  bytes: number;
  hasEnded: boolean;
}

/**
 * The bytes of a body under the attempt's timers and its signal, also when the port's own body ignores the signal. Leaving
 * the loop early closes the connection.
 */
export async function* readBody(
  body: AsyncIterable<Uint8Array>,
  timers: AttemptTimers,
  progress: BodyProgress,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  let rejectPending: ((reason: unknown) => void) | undefined;
  const onAbort = () => rejectPending?.(timers.signal.reason);
  timers.signal.addEventListener('abort', onAbort, { once: true });
  const next = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      rejectPending = reject;
      iterator.next().then(resolve, reject);
    });
  try {
    while (true) {
      timers.signal.throwIfAborted();
      timers.waiting();
      const step = await next();
      timers.received();
      if (step.done) {
        progress.hasEnded = true;
        return;
      }
      progress.bytes += step.value.byteLength;
      yield step.value;
    }
  } finally {
    timers.signal.removeEventListener('abort', onAbort);
    if (!progress.hasEnded) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
