import { type MetonaError, MetonaErrorCode } from '@/lib/ir';
import { decodeSse } from '@/lib/sse/decode-sse';
import { readText } from '@/lib/sse/stream-limits';
import type { AnswerPart } from '../shared/answer-part';
import type { IncomingAnswer } from '../shared/attempt';
import { describePage, detectShape } from '../shared/body-shape';
import { parsePayload } from '../shared/sse-payload';
import { AnthropicTranslator } from './translate';

type Parts = Iterable<AnswerPart>;

interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly translator: AnthropicTranslator;
  readonly providerId: string;
}

function fault(code: MetonaErrorCode, message: string, provider: string): Parts {
  const error: MetonaError = { code, message, provider, retryable: true };
  return [{ type: 'fault', error }];
}

const unreadable = (provider: string): Parts =>
  fault(MetonaErrorCode.PARSE_ERROR, 'the provider sent something that is not valid JSON', provider);

async function* readEvents({ bytes, translator, providerId }: Source): AsyncGenerator<Parts> {
  let hasEvents = false;
  for await (const { data } of decodeSse(bytes)) {
    const event = parsePayload(data);
    if (event === undefined) continue;
    hasEvents = true;
    if (event !== null) yield translator.translate(event);
    else if (data.trim() === '[DONE]') yield translator.stopEarly();
    else {
      yield unreadable(providerId);
      return;
    }
  }
  // Text that holds no event at all was not cut off: it never was an answer.
  if (!hasEvents) yield [{ type: 'end' }];
}

async function* readWhole({ bytes, translator, providerId }: Source): AsyncGenerator<Parts> {
  const pieces: string[] = [];
  for await (const piece of readText(bytes, {})) pieces.push(piece);
  const answer = parsePayload(pieces.join('').replace(/^\uFEFF/, ''));
  if (!answer) yield unreadable(providerId);
  else if (answer.type === 'message' || answer.error) yield translator.translate(answer);
  else {
    yield fault(
      MetonaErrorCode.INVALID_RESPONSE,
      'the provider answered with something else than a message',
      providerId,
    );
  }
}

async function* readNothing(parts: Parts): AsyncGenerator<Parts> {
  yield parts;
}

/** The parts of an answer, whichever of its two forms the server chose. */
export async function readAnswer(answer: IncomingAnswer, providerId: string): Promise<AsyncIterable<Parts>> {
  const { shape, bytes } = await detectShape(answer);
  const source = { bytes, translator: new AnthropicTranslator(providerId), providerId };
  switch (shape) {
    case 'json':
      return readWhole(source);
    case 'stream':
      return readEvents(source);
    case 'nothing':
      return readNothing([]);
    case 'html':
      return readNothing([{ type: 'fault', error: describePage(answer, providerId) }]);
  }
}
