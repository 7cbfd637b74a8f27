import { type MetonaError, MetonaErrorCode } from '@/lib/ir';
import { decodeSse, type SseMessage } from '@/lib/sse/decode-sse';
import { readText } from '@/lib/sse/stream-limits';
import type { AnswerPart } from './answer-part';
import type { IncomingAnswer } from './attempt';
import { describePage, detectShape } from './body-shape';
import { parsePayload } from './sse-payload';

export type Parts = Iterable<AnswerPart>;
type Payload = Readonly<Record<string, unknown>>;

/** Reads one answer of a protocol that streams events, or answers with one object. */
export interface EventTranslator {
  translate(event: Payload): Parts;
  translateWhole(answer: Payload): Parts;
  /** The marker with which some servers end the stream, `[DONE]`. */
  translateDone(): Parts;
}

interface Reading {
  readonly translator: EventTranslator;
  readonly providerId: string;
}

const nothing: Parts = [];
const end: Parts = [{ type: 'end' }];

export function faultParts(error: MetonaError): Parts {
  return [{ type: 'fault', error }];
}

export function unreadableParts(provider: string): Parts {
  const message = 'the provider sent something that is not valid JSON';
  return faultParts({ code: MetonaErrorCode.PARSE_ERROR, message, provider, retryable: true });
}

/** A plain iterator: one generator less to wake up for every event. Whoever reads it stops at a fault. */
function readEvents(bytes: AsyncIterable<Uint8Array>, { translator, providerId }: Reading): AsyncIterable<Parts> {
  const messages = decodeSse(bytes);
  let hasEvents = false;
  let hasEnded = false;
  const translate = (data: string): Parts => {
    const event = parsePayload(data);
    if (event === undefined) return nothing;
    hasEvents = true;
    if (event !== null) return translator.translate(event);
    return data.trim() === '[DONE]' ? translator.translateDone() : unreadableParts(providerId);
  };
  const take = (step: IteratorResult<SseMessage>): IteratorResult<Parts> => {
    if (!step.done) return { done: false, value: translate(step.value.data) };
    // Text that holds no event at all was not cut off: it never was an answer.
    if (hasEvents || hasEnded) return { done: true, value: undefined };
    hasEnded = true;
    return { done: false, value: end };
  };
  const close = async (): Promise<IteratorResult<Parts>> => {
    await messages.return(undefined);
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => messages.next().then(take), return: close }) };
}

async function* readWhole(
  bytes: AsyncIterable<Uint8Array>,
  { translator, providerId }: Reading,
): AsyncGenerator<Parts> {
  const pieces: string[] = [];
  for await (const piece of readText(bytes, {})) pieces.push(piece);
  const answer = parsePayload(pieces.join('').replace(/^\uFEFF/, ''));
  yield answer ? translator.translateWhole(answer) : unreadableParts(providerId);
}

export async function* readParts(parts: Parts): AsyncGenerator<Parts> {
  yield parts;
}

/** The parts of an answer, whichever of its two forms the server chose. */
export async function readEventStreamAnswer(answer: IncomingAnswer, reading: Reading): Promise<AsyncIterable<Parts>> {
  const { shape, bytes } = await detectShape(answer);
  switch (shape) {
    case 'json':
      return readWhole(bytes, reading);
    case 'stream':
      return readEvents(bytes, reading);
    case 'nothing':
      return readParts(nothing);
    case 'html':
      return readParts(faultParts(describePage(answer, reading.providerId)));
  }
}
