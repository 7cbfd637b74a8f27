import { describe, expect, it, vi } from 'vitest';
import { type SseOptions, type SseSource, sseResponse } from './sse-response';
import { openStreams, takeStreamSlot } from './stream-slots';

const bytes = (text: string) => new TextEncoder().encode(text);

function setup(source: SseSource, options: Partial<SseOptions> = {}) {
  const leaving = new AbortController();
  const listeners = new Set<() => void>();
  const onClose = vi.fn();
  const response = sseResponse(source, {
    request: new Request('http://localhost/', { signal: leaving.signal }),
    onClose,
    heartbeat: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ...options,
  });
  const beat = () => {
    for (const listener of [...listeners]) listener();
  };
  return { response, leaving, listeners, onClose, beat };
}

async function* waiting(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield bytes('id: 0\ndata: {}\n\n');
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  const { value } = await reader.read();
  return new TextDecoder().decode(value);
};

describe('sseResponse', () => {
  it('situation 52: carries the documented headers, tells the retry time first, then the events, then ends', async () => {
    const { response, onClose, listeners } = setup(async function* () {
      yield bytes('id: 0\ndata: 1\n\n');
      yield bytes('id: 1\ndata: 2\n\n');
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(await response.text()).toBe('retry: 2000\n\nid: 0\ndata: 1\n\nid: 1\ndata: 2\n\n');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(listeners.size).toBe(0);
  });

  it('beats while the source is silent', async () => {
    const { response, beat } = setup(waiting);
    const reader = response.body!.getReader();
    await read(reader);
    await read(reader);
    const next = read(reader);
    beat();
    expect(await next).toBe(': \n\n');
    await reader.cancel();
  });

  it('frees everything once when the client leaves', async () => {
    let ended = false;
    const { response, leaving, onClose, listeners } = setup(async function* (signal) {
      yield* waiting(signal);
      ended = true;
    });
    const reader = response.body!.getReader();
    await read(reader);
    await read(reader);
    const next = reader.read();
    leaving.abort();
    await expect(next).rejects.toThrow();
    await reader.cancel().catch(() => undefined);
    await vi.waitFor(() => expect(ended).toBe(true));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(listeners.size).toBe(0);
  });

  it('takes nothing from the source while the client does not read, and gives such a client up', async () => {
    let yielded = 0;
    const { response, beat, onClose } = setup(async function* () {
      for (;;) {
        yielded += 1;
        yield bytes(`id: ${yielded}\ndata: x\n\n`);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(yielded).toBeLessThan(3);
    beat();
    beat();
    expect(onClose).toHaveBeenCalledTimes(1);
    await expect(response.text()).rejects.toThrow();
  });

  it('ends when the reader is no longer allowed, not when that cannot be told', async () => {
    let answer = () => Promise.reject(new Error('database away'));
    const { response, beat, onClose } = setup(waiting, { isStillAllowed: () => answer() as Promise<boolean> });
    const reader = response.body!.getReader();
    await read(reader);
    beat();
    await Promise.resolve();
    expect(onClose).not.toHaveBeenCalled();
    answer = () => Promise.resolve(false) as never;
    beat();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});

describe('takeStreamSlot', () => {
  it('refuses the stream beyond the cap with 429 and frees a place once', () => {
    const releases = [takeStreamSlot('u1', 2), takeStreamSlot('u1', 2)];
    expect(() => takeStreamSlot('u1', 2)).toThrowError(
      expect.objectContaining({ error: expect.objectContaining({ code: 'rate_limited' }) }),
    );
    takeStreamSlot('u2', 2)();
    releases[0]?.();
    releases[0]?.();
    expect(openStreams('u1')).toBe(1);
    releases[1]?.();
    expect(openStreams('u1')).toBe(0);
  });
});
