import { createParser } from 'eventsource-parser';
import { DEFAULT_MAX_LINE_LENGTH, readText, type StreamLimits, StreamOverflowError } from './stream-limits';

export interface SseMessage {
  readonly event?: string;
  readonly id?: string;
  readonly data: string;
}

/**
 * Reads server-sent events from bytes cut anywhere. An event without its blank line at the end of the stream counts
 * only if it is certainly whole: it parses as JSON or is `[DONE]`.
 */
export async function* decodeSse(
  chunks: AsyncIterable<Uint8Array>,
  limits: StreamLimits = {},
): AsyncGenerator<SseMessage> {
  const maxLineLength = limits.maxLineLength ?? DEFAULT_MAX_LINE_LENGTH;
  let ready: SseMessage[] = [];
  let overflow = false;
  const parser = createParser({
    maxBufferSize: maxLineLength,
    onError: (error) => {
      overflow ||= error.type === 'max-buffer-size-exceeded';
    },
    onEvent: ({ event, id, data }) => {
      // A line that arrives whole in one chunk never sits in the parser's bounded buffer.
      overflow ||= data.length > maxLineLength;
      if (overflow) return;
      ready.push({ ...(event !== undefined && { event }), ...(id !== undefined && { id }), data });
    },
  });

  for await (const text of readText(chunks, limits)) {
    parser.feed(text);
    // Delegating to an array's iterator costs more than the loop, for every chunk.
    for (const message of ready) yield message;
    ready = [];
    if (overflow) throw new StreamOverflowError('line');
  }
  parser.feed('\n\n');
  yield* ready.filter(({ data }) => isWhole(data));
}

function isWhole(data: string): boolean {
  if (data.trim() === '[DONE]') return true;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}
