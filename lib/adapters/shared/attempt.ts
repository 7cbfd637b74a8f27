import {
  type MetonaCallOptions,
  type MetonaError,
  MetonaErrorCode,
  MetonaFailure,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
} from '@/lib/ir';
import { StreamOverflowError } from '@/lib/sse/stream-limits';
import { type AdapterDependencies, defaultTimeouts, type HttpRequest, type HttpResponse } from '../ports';
import { type BodyProgress, readBody } from './abortable-body';
import type { AnswerPart } from './answer-part';
import { AnswerRecorder, type RecordedPart } from './answer-recorder';
import type { TextConventions } from './answer-text';
import { callHttp, readHttpError } from './http';
import type { KeyRedaction } from './key-redaction';
import { AttemptTimers } from './stream-timers';
import type { ToolNameCodec } from './tool-name-codec';
import { classifyTransportError, isUnreachable } from './transport-error';

/** A request ready for the wire, with the names it was written in. */
export interface PreparedRequest {
  readonly url: string;
  readonly http: Omit<HttpRequest, 'signal'>;
  /** Only for models whose text holds more than text. */
  readonly conventions?: TextConventions;
}

/** A body on its way in; `progress` says what has been read of it. */
export interface IncomingAnswer {
  readonly response: HttpResponse;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly progress: BodyProgress;
}

export interface AttemptPlan {
  readonly providerId: string;
  readonly request: MetonaRequest;
  readonly codec: ToolNameCodec;
  readonly isStreaming: boolean;
  readonly redaction: KeyRedaction;
  readonly dependencies: AdapterDependencies;
  /** The next step to take when nobody answers at the address. */
  readonly unreachableHint?: string;
  /** May ask the server about itself first; may throw `MetonaFailure`. */
  prepare(signal: AbortSignal): Promise<PreparedRequest>;
  /** Opens the body and gives its parts, those of one read together. */
  translate(answer: IncomingAnswer): Promise<AsyncIterable<Iterable<AnswerPart>>>;
}

export interface AttemptCallbacks extends MetonaCallOptions {
  readonly onEvent: (event: MetonaStreamEvent) => void;
}

const requestIdHeaders = ['x-request-id', 'x-deepseek-request-id', 'request-id'];

/** One attempt from request to terminal event. It never rejects for a reason that an event can tell. */
export async function performAttempt(plan: AttemptPlan, callbacks: AttemptCallbacks): Promise<MetonaResponse> {
  const { dependencies, request } = plan;
  const timers = new AttemptTimers({
    timeouts: { ...defaultTimeouts, ...dependencies.timeouts },
    isStreaming: plan.isStreaming,
    ...(request.constraints?.timeoutMs !== undefined && { totalMs: request.constraints.timeoutMs }),
    ...(callbacks.signal !== undefined && { signal: callbacks.signal }),
  });
  const recorder = new AnswerRecorder({
    ...plan,
    now: dependencies.now,
    mintId: dependencies.ids,
    onEvent: callbacks.onEvent,
  });
  try {
    return await receive(plan, timers, recorder);
  } catch (thrown) {
    const error = describeThrown(thrown, timers, plan);
    // What broke after the model had finished took nothing away from the answer.
    const isComplete =
      recorder.hasFinish && error.code !== MetonaErrorCode.USER_ABORTED && error.code !== MetonaErrorCode.TIMEOUT;
    return isComplete ? recorder.succeed() : recorder.fail(withRedaction(error, dependencies));
  } finally {
    timers.stop();
  }
}

/** The same attempt for `send`, which has no events: a failure is thrown. */
export async function performWholeAttempt(plan: AttemptPlan, options: MetonaCallOptions = {}): Promise<MetonaResponse> {
  const response = await performAttempt(plan, { ...options, onEvent: () => undefined });
  if (response.error !== undefined) throw new MetonaFailure(response.error);
  return response;
}

async function receive(plan: AttemptPlan, timers: AttemptTimers, recorder: AnswerRecorder): Promise<MetonaResponse> {
  const { dependencies, providerId } = plan;
  timers.signal.throwIfAborted();
  timers.waiting();
  const prepared = await plan.prepare(timers.signal);
  if (prepared.conventions !== undefined) recorder.readTextAs(prepared.conventions);
  const response = await callHttp(dependencies.http, prepared.url, { ...prepared.http, signal: timers.signal });
  recorder.setProviderRequestId(
    requestIdHeaders.map((name) => response.headers.get(name)).find((id) => id !== null) ?? null,
  );
  if (response.status < 200 || response.status > 299) {
    const error = await readHttpError(response, { providerId, now: dependencies.now, signal: timers.signal });
    return recorder.fail(withRedaction(error, dependencies));
  }
  const progress: BodyProgress = { bytes: 0, hasEnded: false };
  const body = readBody(response.body, timers, progress);
  try {
    for await (const parts of await plan.translate({ response, bytes: body.bytes, progress })) {
      for (const part of parts) {
        if (part.type === 'fault') return recorder.fail(withRedaction(part.error, dependencies));
        if (part.type === 'end') conclude(recorder, timers, providerId);
        else acceptPart(part, recorder, timers);
      }
    }
  } finally {
    body.close();
  }
  return recorder.hasFinish ? recorder.succeed() : recorder.fail(describeMissingEnd(providerId, progress.bytes === 0));
}

/** The answer ends here; reading on to the end of the connection only lets it be used again. */
function conclude(recorder: AnswerRecorder, timers: AttemptTimers, providerId: string): void {
  timers.ended();
  if (recorder.hasFinish || recorder.hasContent) recorder.succeed();
  else recorder.fail(describeMissingEnd(providerId, true));
}

function acceptPart(part: RecordedPart, recorder: AnswerRecorder, timers: AttemptTimers): void {
  recorder.accept(part);
  if (part.type === 'text' || part.type === 'reasoning') timers.content(recorder.isThinking);
  if (part.type === 'call_fragments' || part.type === 'whole_call') timers.content(false);
  if (part.type === 'finish') timers.finished();
}

function describeMissingEnd(provider: string, isEmptyAnswer: boolean): MetonaError {
  return isEmptyAnswer
    ? {
        code: MetonaErrorCode.INVALID_RESPONSE,
        message: 'the provider answered without any content',
        provider,
        retryable: true,
      }
    : {
        code: MetonaErrorCode.NETWORK_ERROR,
        message: 'the answer ended before it was complete',
        provider,
        retryable: true,
      };
}

function describeThrown(thrown: unknown, timers: AttemptTimers, plan: AttemptPlan): MetonaError {
  const provider = plan.providerId;
  const reason: unknown = timers.signal.reason;
  if (timers.signal.aborted && reason instanceof MetonaFailure) return { ...reason.error, provider };
  if (thrown instanceof StreamOverflowError) {
    const message = 'the answer of the provider is larger than allowed';
    return { code: MetonaErrorCode.INVALID_RESPONSE, message, provider, retryable: false };
  }
  const error = classifyTransportError(thrown, provider);
  const hint = isUnreachable(thrown) ? plan.unreachableHint : undefined;
  return hint === undefined ? error : { ...error, message: `${error.message}. ${hint}` };
}

function withRedaction(error: MetonaError, { redact }: AdapterDependencies): MetonaError {
  return redact === undefined ? error : { ...error, message: redact(error.message) };
}
