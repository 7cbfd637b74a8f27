import { type MetonaError, MetonaErrorCode } from '@/lib/ir';
import { decodeSse } from '@/lib/sse/decode-sse';
import { readText } from '@/lib/sse/stream-limits';
import type { AnswerPart } from '../shared/answer-part';
import type { IncomingAnswer } from '../shared/attempt';
import { describePage, detectShape } from '../shared/body-shape';
import { parsePayload } from '../shared/sse-payload';
import { OpenAiTranslator } from './translate';

function unreadable(provider: string): AnswerPart {
  const error: MetonaError = {
    code: MetonaErrorCode.PARSE_ERROR,
    message: 'the provider sent something that is not valid JSON',
    provider,
    retryable: true,
  };
  return { type: 'fault', error };
}

interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly translator: OpenAiTranslator;
  readonly providerId: string;
}

type Parts = Iterable<AnswerPart>;
const end: Parts = [{ type: 'end' }];

async function* readJson({ bytes, translator, providerId }: Source): AsyncGenerator<Parts> {
  const pieces: string[] = [];
  for await (const piece of readText(bytes, {})) pieces.push(piece);
  const chunk = parsePayload(pieces.join('').replace(/^\uFEFF/, ''));
  if (!chunk) {
    yield [unreadable(providerId)];
    return;
  }
  yield translator.translate(chunk);
  yield end;
}

async function* readEvents({ bytes, translator, providerId }: Source): AsyncGenerator<Parts> {
  let hasChunks = false;
  for await (const { data } of decodeSse(bytes)) {
    const chunk = parsePayload(data);
    if (chunk === undefined) continue;
    if (chunk === null && data.trim() !== '[DONE]') {
      yield [unreadable(providerId)];
      return;
    }
    hasChunks = true;
    yield chunk === null ? end : translator.translate(chunk);
  }
  // Text that holds no event at all was not cut off: it never was an answer.
  if (!hasChunks) yield end;
}

async function* readNothing(parts: readonly AnswerPart[]): AsyncGenerator<Parts> {
  yield parts;
}

/** The parts of an answer, whichever of its two forms the server chose. */
export async function readAnswer(answer: IncomingAnswer, providerId: string): Promise<AsyncIterable<Parts>> {
  const { shape, bytes } = await detectShape(answer);
  const source = { bytes, translator: new OpenAiTranslator(providerId), providerId };
  switch (shape) {
    case 'json':
      return readJson(source);
    case 'stream':
      return readEvents(source);
    case 'nothing':
      return readNothing([]);
    case 'html':
      return readNothing([{ type: 'fault', error: describePage(answer, providerId) }]);
  }
}
