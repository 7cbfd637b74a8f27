import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamResult } from '@ai-sdk/provider';
import { MetonaErrorCode } from '@/lib/ir';
import { readText } from '@/lib/sse/stream-limits';
import type { AnswerPart } from '../shared/answer-part';
import type { IncomingAnswer } from '../shared/attempt';
import { describePage, detectShape } from '../shared/body-shape';
import { classifyError } from '../shared/error-classification';
import type { HttpHandover } from './http-handover';
import { describeSdkError, type ErrorContext, reportedError } from './sdk-error';
import { AiSdkTranslator } from './translate';
import { toWebResponse } from './web-response';

type Parts = Iterable<AnswerPart>;
const end: Parts = [{ type: 'end' }];

/** A call of a package's model whose request has been handed over. */
export interface OpenCall extends ErrorContext {
  readonly options: LanguageModelV4CallOptions;
  readonly handover: HttpHandover;
  readonly model: LanguageModelV4;
  /** Present for a streamed call: what the package makes of the answer it is going to get. */
  readonly stream: Promise<LanguageModelV4StreamResult> | undefined;
  /** The same model with another `fetch`, for an answer in another form than the one that was asked for. */
  reopen(fetch: typeof globalThis.fetch): Promise<LanguageModelV4>;
}

async function* once(parts: Parts): AsyncGenerator<Parts> {
  yield parts;
}

function fault(thrown: unknown, call: OpenCall): Parts {
  return [{ type: 'fault', error: describeSdkError(thrown, call) }];
}

async function readJson(bytes: AsyncIterable<Uint8Array>, call: OpenCall): Promise<Parts> {
  const pieces: string[] = [];
  for await (const piece of readText(bytes, {})) pieces.push(piece);
  const text = pieces.join('').replace(/^\uFEFF/, '');
  const { provider } = call;
  try {
    const reported = reportedError(JSON.parse(text));
    if (reported !== undefined) return [{ type: 'fault', error: classifyError(reported, provider) }];
  } catch {
    const message = 'the provider sent something that is not valid JSON';
    return [{ type: 'fault', error: { code: MetonaErrorCode.PARSE_ERROR, message, provider, retryable: true } }];
  }
  try {
    const headers = { 'content-type': 'application/json' };
    const model = await call.reopen(async () => new Response(text, { headers }));
    const { content, response, ...finish } = await model.doGenerate(call.options);
    return [...new AiSdkTranslator(call).translateWhole(content, finish, response?.modelId), ...end];
  } catch (thrown) {
    return fault(thrown, call);
  }
}

async function openStream(answer: IncomingAnswer, bytes: AsyncIterable<Uint8Array>, call: OpenCall) {
  const { stream, handover } = call;
  const response = toWebResponse({ ...answer.response, body: bytes }, handover.ending);
  if (stream !== undefined) {
    handover.answer(response);
    return await stream;
  }
  const model = await call.reopen(async () => response);
  return await model.doStream(call.options);
}

async function* readStream(
  answer: IncomingAnswer,
  bytes: AsyncIterable<Uint8Array>,
  call: OpenCall,
): AsyncGenerator<Parts> {
  const { ending } = call.handover;
  const translator = new AiSdkTranslator(call);
  let reader: ReadableStreamDefaultReader | undefined;
  try {
    const { stream } = await openStream(answer, bytes, call);
    reader = stream.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const parts = translator.translate(step.value);
      if (parts.length > 0) yield parts;
    }
  } catch (thrown) {
    if (ending.thrown === undefined) {
      yield fault(thrown, call);
      return;
    }
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
  if (ending.thrown !== undefined) throw ending.thrown;
  // Text that holds no event at all was not cut off: it never was an answer.
  if (translator.hasFinish || ending.isMarked || !translator.hasEvents) yield end;
  for await (const _rest of bytes);
}

/** The parts of an answer, whichever of its two forms the server chose. */
export async function readAnswer(answer: IncomingAnswer, call: OpenCall): Promise<AsyncIterable<Parts>> {
  const { shape, bytes } = await detectShape(answer);
  switch (shape) {
    case 'json':
      return once(await readJson(bytes, call));
    case 'stream':
      return readStream(answer, bytes, call);
    case 'nothing':
      return once([]);
    case 'html':
      return once([{ type: 'fault', error: describePage(answer, call.provider) }]);
  }
}
