import { decodeLines } from '@/lib/sse/decode-lines';
import type { IncomingAnswer } from '../shared/attempt';
import { describePage, detectShape } from '../shared/body-shape';
import { faultParts, type Parts, readParts, unreadableParts } from '../shared/event-stream-answer';
import { type OllamaQuestion, OllamaTranslator } from './translate';
import type { WireLine } from './types';

function parseLine(line: string): WireLine | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

async function* readLines(
  answer: IncomingAnswer,
  bytes: AsyncIterable<Uint8Array>,
  asked: OllamaQuestion,
): AsyncGenerator<Parts> {
  const translator = new OllamaTranslator(asked);
  for await (const text of decodeLines(bytes)) {
    const line = parseLine(text);
    if (line !== null) {
      yield translator.translate(line);
      continue;
    }
    // Half a line at the very end was cut off, which the missing end tells.
    if (!answer.progress.hasEnded) yield unreadableParts(asked.providerId);
    return;
  }
}

/** The parts of an answer: one JSON object per line, or the one object of an answer that is not streamed. */
export async function readAnswer(answer: IncomingAnswer, asked: OllamaQuestion): Promise<AsyncIterable<Parts>> {
  const { shape, bytes } = await detectShape(answer);
  return shape === 'html'
    ? readParts(faultParts(describePage(answer, asked.providerId)))
    : readLines(answer, bytes, asked);
}
