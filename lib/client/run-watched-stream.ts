/** Waits, or until the signal aborts; coming back online ends a wait early. */
export function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      globalThis.removeEventListener?.('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    globalThis.addEventListener?.('online', finish);
    if (signal.aborted) finish();
  });
}

/**
 * The chunks of a stream. Silence beyond the limit breaks it off with an error (a connection can die without a word),
 * the signal ends it quietly; both close the stream.
 */
export async function* readWatched(
  stream: ReadableStream<Uint8Array>,
  silenceMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      stop();
    }, silenceMs);
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    while (true) {
      arm();
      const { done, value } = await reader.read();
      if (isSilent) throw new Error('The connection went silent');
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stop();
  }
}
