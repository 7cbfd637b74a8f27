import type { Agent, Dispatcher } from 'undici';
import { NetFailure, toNetFailure } from './net-failure';
import { readBody } from './response-body';

export interface SafeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** 0 unless given: a redirect is a failure. */
  readonly maxRedirects?: number;
  /** A redirect is an answer like any other, for a caller that decides about each hop himself. */
  readonly returnsRedirects?: boolean;
  /** From the call to the answer's headers, name lookup and connecting included. */
  readonly firstByteTimeoutMs?: number;
  /** Silence on the wire between two chunks; time in which the reader does not read does not count. */
  readonly idleTimeoutMs?: number;
  /** Cap on the answer, on the wire and after decompression. */
  readonly maxBytes?: number;
}

export interface SafeResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Readable once. Errors are `NetFailure`s. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading on. */
  cancel(): void;
}

const DEFAULT_FIRST_BYTE_TIMEOUT_MS = 120_000;
const DEFAULT_IDLE_TIMEOUT_MS = 300_000;
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

export async function sendOnce(agent: Agent, target: URL, request: SafeRequest): Promise<SafeResponse> {
  const ending = createEnding(request.signal);
  const timer = setTimeout(
    () => ending.end(new NetFailure('timeout')),
    request.firstByteTimeoutMs ?? DEFAULT_FIRST_BYTE_TIMEOUT_MS,
  );
  try {
    const answer = await agent.request(wireRequest(target, request, ending.signal));
    return toResponse(answer, request, ending);
  } catch (error) {
    ending.release();
    throw ending.failure() ?? toNetFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

function wireRequest(target: URL, request: SafeRequest, signal: AbortSignal): Dispatcher.RequestOptions {
  const { method = 'GET', headers, body, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS } = request;
  return {
    origin: target.origin,
    path: `${target.pathname}${target.search}`,
    method: method as Dispatcher.HttpMethod,
    headers: { 'accept-encoding': 'identity', ...lowerCased(headers ?? {}) },
    ...(body !== undefined && { body }),
    signal,
    headersTimeout: 0,
    bodyTimeout: idleTimeoutMs,
  };
}

function toResponse(answer: Dispatcher.ResponseData, request: SafeRequest, ending: Ending): SafeResponse {
  // An error on a body nobody reads must not end the process.
  answer.body.on('error', () => undefined);
  answer.body.once('close', ending.release);
  const headers = toHeaders(answer.headers);
  const hasContent = request.method !== 'HEAD' && answer.statusCode !== 204 && answer.statusCode !== 304;
  return {
    status: answer.statusCode,
    headers,
    body: readBody({
      wire: answer.body,
      encoding: hasContent ? (headers.get('content-encoding') ?? '') : '',
      maxBytes: request.maxBytes ?? DEFAULT_MAX_BYTES,
      failure: ending.failure,
    }),
    cancel: () => {
      answer.body.destroy();
    },
  };
}

interface Ending {
  /** For the socket. */
  readonly signal: AbortSignal;
  end(failure: NetFailure): void;
  failure(): NetFailure | undefined;
  release(): void;
}

function createEnding(signal: AbortSignal | undefined): Ending {
  const controller = new AbortController();
  const end = (failure: NetFailure) => controller.abort(failure);
  const onAbort = () => end(new NetFailure('aborted', { cause: signal?.reason }));
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    end,
    failure: () => (controller.signal.aborted ? (controller.signal.reason as NetFailure) : undefined),
    release: () => signal?.removeEventListener('abort', onAbort),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function toHeaders(raw: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  }
  return headers;
}
