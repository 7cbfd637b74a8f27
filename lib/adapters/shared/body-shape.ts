import { type MetonaError, MetonaErrorCode } from '@/lib/ir';
import type { IncomingAnswer } from './attempt';

/** What a body turned out to be. Servers answer a streamed call with JSON and label event streams wrongly. */
export type BodyShape = 'json' | 'html' | 'stream' | 'nothing';

export interface ShapedBody {
  readonly shape: BodyShape;
  /** The whole body, from its first byte. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const whitespace = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

/** The pieces already read, then the rest, without a generator between the two. */
function rejoin(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  let given = 0;
  const next = (): Promise<IteratorResult<Uint8Array>> => {
    const value = first[given];
    if (value === undefined) return rest.next();
    given += 1;
    return Promise.resolve({ done: false, value });
  };
  const close = async (): Promise<IteratorResult<Uint8Array>> => {
    await rest.return?.();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}

function shapeOf(firstByte: number): BodyShape {
  if (firstByte === 0x7b || firstByte === 0x5b) return 'json';
  return firstByte === 0x3c ? 'html' : 'stream';
}

/** Decides by the first byte that is not blank; blank lines before it are how some servers keep a call alive. */
export async function detectShape(answer: IncomingAnswer): Promise<ShapedBody> {
  const iterator = answer.bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  while (true) {
    const step = await iterator.next();
    if (step.done) return { shape: 'nothing', bytes: rejoin(seen, iterator) };
    seen.push(step.value);
    const first = step.value.find((byte) => !whitespace.has(byte));
    if (first !== undefined) return { shape: shapeOf(first), bytes: rejoin(seen, iterator) };
  }
}

/** A sign-in page of the network, or a proxy's own words: named by its type, never quoted. */
export function describePage({ response }: IncomingAnswer, provider: string): MetonaError {
  const contentType = (response.headers.get('content-type') ?? 'text/html').slice(0, 80);
  const message = `the provider answered with a page (${contentType}) instead of a model's answer`;
  return { code: MetonaErrorCode.INVALID_RESPONSE, message, provider, retryable: true };
}
