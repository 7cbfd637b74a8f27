export interface Heartbeat {
  /** Calls the listener on every beat until the returned function is called. A listener that throws is dropped. */
  subscribe(listener: () => void): () => void;
}

/** One timer for all streams of the process; it runs only while somebody listens and never keeps the process alive. */
export function createHeartbeat(intervalMs: number): Heartbeat {
  const listeners = new Map<symbol, () => void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const remove = (key: symbol) => {
    listeners.delete(key);
    if (listeners.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  };

  const beat = () => {
    for (const [key, listener] of [...listeners]) {
      try {
        listener();
      } catch {
        // The stream behind it is broken; the others must still get their beat.
        remove(key);
      }
    }
  };

  return {
    subscribe(listener) {
      const key = Symbol('listener');
      listeners.set(key, listener);
      if (timer === undefined) {
        timer = setInterval(beat, intervalMs);
        timer.unref?.();
      }
      return () => remove(key);
    },
  };
}
