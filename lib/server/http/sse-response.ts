import 'server-only';
import { encodeComment, RETRY_LINE } from '@/lib/sse/encode';
import { createHeartbeat, type Heartbeat } from '@/lib/sse/heartbeat';

/** Ends with the signal it is given: the client left, was too slow, or is no longer signed in. */
export type SseSource = (signal: AbortSignal) => AsyncIterable<Uint8Array>;

export interface SseOptions {
  readonly request: Request;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once, however the stream ends. */
  readonly onClose?: () => void;
  /** Asked with every heartbeat; false ends the stream. A rejection means "not known" and changes nothing. */
  readonly isStillAllowed?: () => Promise<boolean>;
  readonly heartbeat?: Heartbeat;
}

const heartbeatMs = 15_000;
/** Beats a chunk may lie unread before the connection is given up; the client resumes by its last id. */
const patienceBeats = 2;
const comment = encodeComment();

// On globalThis: one timer per process, not one per module graph.
const slot = globalThis as { metonaHeartbeat?: Heartbeat };

function processHeartbeat(): Heartbeat {
  slot.metonaHeartbeat ??= createHeartbeat(heartbeatMs);
  return slot.metonaHeartbeat;
}

class SseConnection implements UnderlyingDefaultSource<Uint8Array> {
  private readonly ending = new AbortController();
  private readonly iterator: AsyncIterator<Uint8Array>;
  private readonly options: SseOptions;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private unsubscribe: () => void = () => undefined;
  private idleBeats = 0;

  constructor(source: SseSource, options: SseOptions) {
    this.options = options;
    this.iterator = source(this.ending.signal)[Symbol.asyncIterator]();
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.controller = controller;
    const { request, heartbeat } = this.options;
    if (request.signal.aborted) return this.drop();
    request.signal.addEventListener('abort', this.drop, { once: true });
    this.unsubscribe = (heartbeat ?? processHeartbeat()).subscribe(this.beat);
    controller.enqueue(RETRY_LINE);
  }

  /** One chunk per call: while the client does not read, nothing is taken from the source. */
  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.idleBeats = 0;
    try {
      const { done, value } = await this.iterator.next();
      if (this.ending.signal.aborted) return;
      if (!done) return controller.enqueue(value);
      this.release();
      controller.close();
    } catch (error) {
      this.release();
      controller.error(error);
    }
  }

  cancel(): void {
    this.release();
  }

  private readonly beat = (): void => {
    const controller = this.controller;
    if (!controller || this.ending.signal.aborted) return;
    const isRead = (controller.desiredSize ?? 0) > 0;
    this.idleBeats = isRead ? 0 : this.idleBeats + 1;
    if (this.idleBeats >= patienceBeats) return this.drop();
    if (isRead) controller.enqueue(comment);
    this.options.isStillAllowed?.().then(
      (allowed) => (allowed ? undefined : this.drop()),
      () => undefined,
    );
  };

  /** Cuts the connection; whatever was not read yet is in the log and comes again on resume. */
  private readonly drop = (): void => {
    if (this.ending.signal.aborted) return;
    this.release();
    this.controller?.error(new Error('the event stream was ended'));
  };

  private release(): void {
    if (this.ending.signal.aborted) return;
    this.ending.abort();
    this.unsubscribe();
    this.options.request.signal.removeEventListener('abort', this.drop);
    Promise.resolve(this.iterator.return?.()).catch(() => undefined);
    this.options.onClose?.();
  }
}

/**
 * Answers with an event stream. The source yields whole encoded events, several in one buffer where several are due.
 * Take the user's place with `takeStreamSlot` first and hand its release over as `onClose`.
 */
export function sseResponse(source: SseSource, options: SseOptions): Response {
  const stream = new ReadableStream<Uint8Array>(new SseConnection(source, options), { highWaterMark: 1 });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      ...options.headers,
    },
  });
}
