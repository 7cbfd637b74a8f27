import { decodeSse, type SseMessage } from './decode-sse';
import { readStream } from './read-stream';
import type { StreamLimits } from './stream-limits';

/** The browser's side: the events of a fetch body, read by the same decoder the server uses. */
export class SseReader implements AsyncIterable<SseMessage> {
  readonly #stream: ReadableStream<Uint8Array>;
  readonly #limits: StreamLimits;

  constructor(stream: ReadableStream<Uint8Array>, limits: StreamLimits = {}) {
    this.#stream = stream;
    this.#limits = limits;
  }

  [Symbol.asyncIterator](): AsyncGenerator<SseMessage> {
    return decodeSse(readStream(this.#stream), this.#limits);
  }
}
