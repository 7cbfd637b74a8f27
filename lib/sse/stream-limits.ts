/** Bounds of one decoded stream, and a sign of life for idle timers. */
export interface StreamLimits {
  /** Characters one line, or the data of one event, may have. 8 MB unless given. */
  readonly maxLineLength?: number;
  /** Bytes the whole stream may have. 16 MB unless given. */
  readonly maxTotalBytes?: number;
  /** Called when bytes arrive, also when they only hold comments or keep-alives. */
  readonly onActivity?: () => void;
}

export class StreamOverflowError extends Error {
  override readonly name = 'StreamOverflowError';
  readonly limit: 'line' | 'total';

  constructor(limit: 'line' | 'total') {
    super(limit === 'line' ? 'A line of the stream is too long' : 'The stream is too long');
    this.limit = limit;
  }
}

export const DEFAULT_MAX_LINE_LENGTH = 8 * 1024 * 1024;
const DEFAULT_MAX_TOTAL_BYTES = 16 * 1024 * 1024;

/**
 * The bytes as text, cut exactly at the total limit: what came before it is still yielded, so the outcome does not
 * depend on how the bytes were chunked. A byte order mark is kept.
 */
export async function* readText(chunks: AsyncIterable<Uint8Array>, limits: StreamLimits): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let remaining = limits.maxTotalBytes ?? DEFAULT_MAX_TOTAL_BYTES;
  for await (const chunk of chunks) {
    if (chunk.byteLength === 0) continue;
    limits.onActivity?.();
    const text = decoder.decode(chunk.subarray(0, remaining), { stream: true });
    if (text !== '') yield text;
    if (chunk.byteLength > remaining) throw new StreamOverflowError('total');
    remaining -= chunk.byteLength;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
