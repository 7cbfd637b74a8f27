import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { HttpPort, HttpRequest } from '../ports';
import type { PreparedRequest } from '../shared/attempt';
import { callHttp } from '../shared/http';
import { type BodyEnding, createBodyEnding, toWebResponse } from './web-response';

export interface HandoverLimits {
  readonly http: HttpPort;
  readonly signal: AbortSignal;
  /** How long the HTTP port may wait at least. */
  readonly roomMs: number;
}

export function toRequest(input: RequestInfo | URL, init: RequestInit | undefined, roomMs: number): PreparedRequest {
  const { body, headers, method = 'GET' } = init ?? {};
  if ((body !== undefined && body !== null && typeof body !== 'string') || (method !== 'GET' && method !== 'POST')) {
    const message = 'the package of this provider asked for a request that is not supported';
    throw new MetonaFailure({ code: MetonaErrorCode.INVALID_REQUEST, message, retryable: false });
  }
  const http: Omit<HttpRequest, 'signal'> = {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { body }),
    firstByteTimeoutMs: roomMs,
    idleTimeoutMs: roomMs,
  };
  return { url: input instanceof Request ? input.url : String(input), http };
}

/**
 * The `fetch` of a provider package. Its first request is not sent but handed over to the attempt, which sends it as it
 * sends those of every other adapter and hands the answer back; a refusal never reaches the package. Requests that
 * follow, where an answer goes on in another one, go to the HTTP port directly.
 */
export class HttpHandover {
  readonly ending: BodyEnding = createBodyEnding();
  readonly #limits: HandoverLimits;
  readonly #asked = Promise.withResolvers<PreparedRequest>();
  readonly #answered = Promise.withResolvers<Response>();
  #hasAsked = false;

  constructor(limits: HandoverLimits) {
    this.#limits = limits;
    limits.signal.addEventListener('abort', () => this.#answered.reject(limits.signal.reason), { once: true });
    this.#answered.promise.catch(() => undefined);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const prepared = toRequest(input, init, this.#limits.roomMs);
    if (this.#hasAsked) return this.#follow(prepared);
    this.#hasAsked = true;
    this.#asked.resolve(prepared);
    return this.#answered.promise;
  };

  /** The request that the package wants sent. */
  get request(): Promise<PreparedRequest> {
    return this.#asked.promise;
  }

  answer(response: Response): void {
    this.#answered.resolve(response);
  }

  async #follow({ url, http }: PreparedRequest): Promise<Response> {
    const response = await callHttp(this.#limits.http, url, { ...http, signal: this.#limits.signal });
    return toWebResponse(response, this.ending);
  }
}
