import { type MetonaError, MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import { readText, StreamOverflowError } from '@/lib/sse/stream-limits';
import type { HttpPort, HttpRequest, HttpResponse } from '../ports';
import { readErrorText } from './error-body';
import { classifyError } from './error-classification';
import { parseRetryAfter, parseRetryDelay } from './retry-after';
import { classifyTransportError } from './transport-error';

const errorBodyBytes = 64 * 1024;
const listBytes = 4 * 1024 * 1024;
const lookupTimeoutMs = 15_000;

/** Rejects as soon as the signal fires, even if the port is slow to notice. */
export function withAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** An answer that arrives after the signal fired is closed unread. */
export function callHttp(http: HttpPort, url: string, request: HttpRequest): Promise<HttpResponse> {
  const pending = http(url, request);
  pending.then(
    (response) => {
      if (request.signal.aborted) closeBody(response);
    },
    () => undefined,
  );
  return withAbort(pending, request.signal);
}

function closeBody({ body }: HttpResponse): void {
  void Promise.resolve(body[Symbol.asyncIterator]().return?.()).catch(() => undefined);
}

async function collectText(body: AsyncIterable<Uint8Array>, maxTotalBytes: number): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of readText(body, { maxTotalBytes })) pieces.push(piece);
  return pieces.join('').replace(/^\uFEFF/, '');
}

/** Reads as much of an error body as is useful; a broken or endless one counts as what arrived of it. */
async function collectErrorText(response: HttpResponse): Promise<string> {
  const pieces: string[] = [];
  try {
    for await (const piece of readText(response.body, { maxTotalBytes: errorBodyBytes })) pieces.push(piece);
  } catch {
    // The status is known and says more than the failure to read why.
  }
  return pieces.join('');
}

export interface HttpErrorContext {
  readonly providerId: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** A refusal with an HTTP status as the IR's error, its message not yet redacted. */
export async function readHttpError(response: HttpResponse, context: HttpErrorContext): Promise<MetonaError> {
  const text = await withAbort(collectErrorText(response), context.signal);
  const error = classifyError({ ...readErrorText(text), status: response.status }, context.providerId);
  const retryAfterMs = parseRetryAfter(response.headers, context.now()) ?? parseRetryDelay(text);
  return retryAfterMs === undefined ? error : { ...error, retryAfterMs };
}

export interface LookupContext {
  readonly http: HttpPort;
  readonly providerId: string;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** Ms; for what takes longer than a list. */
  readonly timeoutMs?: number;
}

export type LookupRequest = Omit<HttpRequest, 'signal'>;

/** A small JSON question beside a model call (model lists, versions). Rejects with `MetonaFailure`. */
export async function lookUpJson(context: LookupContext, url: string, request: LookupRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(context.timeoutMs ?? lookupTimeoutMs);
  const signal = context.signal === undefined ? timeout : AbortSignal.any([context.signal, timeout]);
  try {
    const response = await callHttp(context.http, url, { ...request, signal });
    if (response.status < 200 || response.status > 299) {
      throw new MetonaFailure(await readHttpError(response, { ...context, signal }));
    }
    return JSON.parse(await withAbort(collectText(response.body, listBytes), signal));
  } catch (thrown) {
    throw new MetonaFailure(describeLookupFailure(thrown, context, timeout), { cause: thrown });
  }
}

function describeLookupFailure(thrown: unknown, context: LookupContext, timeout: AbortSignal): MetonaError {
  const provider = context.providerId;
  if (context.signal?.aborted) {
    return { code: MetonaErrorCode.USER_ABORTED, message: 'the call was cancelled', provider, retryable: false };
  }
  if (timeout.aborted) {
    return {
      code: MetonaErrorCode.NETWORK_TIMEOUT,
      message: 'the provider stopped answering',
      provider,
      retryable: true,
    };
  }
  if (thrown instanceof SyntaxError || thrown instanceof StreamOverflowError) {
    return {
      code: MetonaErrorCode.INVALID_RESPONSE,
      message: 'the provider answered with something else than was asked for',
      provider,
      retryable: true,
    };
  }
  return classifyTransportError(thrown, provider);
}
