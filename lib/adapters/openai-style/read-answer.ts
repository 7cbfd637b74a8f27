import { type MetonaError, MetonaErrorCode } from '@/lib/ir';
import { decodeSse } from '@/lib/sse/decode-sse';
import { readText } from '@/lib/sse/stream-limits';
import type { AnswerPart } from '../shared/answer-part';
import type { IncomingAnswer } from '../shared/attempt';
import { describePage, detectShape } from '../shared/body-shape';
import { OpenAiTranslator } from './translate';
import type { WireChunk } from './types';

function unreadable(provider: string): AnswerPart {
  const error: MetonaError = {
    code: MetonaErrorCode.PARSE_ERROR,
    message: 'the provider sent something that is not valid JSON',
    provider,
    retryable: true,
  };
  return { type: 'fault', error };
}

/** A payload as a chunk: undefined for keep-alives that servers send as data, null when it is broken. */
function parsePayload(data: string): WireChunk | null | undefined {
  const text = data.trim();
  if (text === '' || text === '""' || text.startsWith(':')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return null;
  }
}

async function* readJson(
  bytes: AsyncIterable<Uint8Array>,
  translator: OpenAiTranslator,
  providerId: string,
): AsyncGenerator<AnswerPart> {
  const pieces: string[] = [];
  for await (const piece of readText(bytes, {})) pieces.push(piece);
  const chunk = parsePayload(pieces.join('').replace(/^\uFEFF/, ''));
  if (!chunk) {
    yield unreadable(providerId);
    return;
  }
  yield* translator.translate(chunk);
  yield { type: 'end' };
}

async function* readEvents(
  bytes: AsyncIterable<Uint8Array>,
  translator: OpenAiTranslator,
  providerId: string,
): AsyncGenerator<AnswerPart> {
  let hasChunks = false;
  for await (const { data } of decodeSse(bytes)) {
    if (data.trim() === '[DONE]') {
      yield { type: 'end' };
      continue;
    }
    const chunk = parsePayload(data);
    if (chunk === null) {
      yield unreadable(providerId);
      return;
    }
    if (chunk === undefined) continue;
    hasChunks = true;
    yield* translator.translate(chunk);
  }
  // Text that holds no event at all was not cut off: it never was an answer.
  if (!hasChunks) yield { type: 'end' };
}

/** The parts of an answer, whichever of its two forms the server chose. */
export async function* readAnswer(answer: IncomingAnswer, providerId: string): AsyncGenerator<AnswerPart> {
  const { shape, bytes } = await detectShape(answer);
  const translator = new OpenAiTranslator(providerId);
  switch (shape) {
    case 'json':
      return yield* readJson(bytes, translator, providerId);
    case 'stream':
      return yield* readEvents(bytes, translator, providerId);
    case 'nothing':
      return;
    case 'html':
      yield { type: 'fault', error: describePage(answer, providerId) };
  }
}
