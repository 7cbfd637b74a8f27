import 'server-only';
import type { WebAccess } from '@/lib/agent/ports';
import { type MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import { type NetFailureKind, toNetFailure } from '@/lib/net/net-failure';
import type { SafeFetch } from '@/lib/net/safe-fetch';

const codes: Readonly<Record<NetFailureKind, MetonaErrorCode>> = {
  aborted: 'user_aborted',
  connect_refused: 'network_error',
  dns: 'network_error',
  tls: 'network_error',
  timeout: 'network_timeout',
  reset: 'network_error',
  forbidden_address: 'invalid_request',
  redirect: 'invalid_response',
  too_large: 'invalid_response',
  protocol: 'invalid_response',
};

const retryable: ReadonlySet<NetFailureKind> = new Set(['connect_refused', 'timeout', 'reset']);

function toFailure(thrown: unknown, deadline: AbortSignal, signal: AbortSignal): MetonaFailure {
  const { kind, message } = toNetFailure(thrown);
  if (kind === 'aborted' && deadline.aborted && !signal.aborted) {
    const late = 'The server did not send its whole answer in time';
    return new MetonaFailure({ code: 'network_timeout', message: late, retryable: true }, { cause: thrown });
  }
  return new MetonaFailure({ code: codes[kind], message, retryable: retryable.has(kind) }, { cause: thrown });
}

/** What tools reach the web by; the fetcher says which addresses there are for them. */
export function createWebAccess(fetcher: Pick<SafeFetch, 'fetch'>): WebAccess {
  return async (url, { signal, timeoutMs, ...request }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const fail = (thrown: unknown) => {
      throw toFailure(thrown, deadline, signal);
    };
    const ends = AbortSignal.any([signal, deadline]);
    const response = await fetcher.fetch(url, { ...request, signal: ends, returnsRedirects: true }).catch(fail);
    const collect = async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body) chunks.push(chunk);
      return new Uint8Array(Buffer.concat(chunks));
    };
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      read: () => collect().catch(fail),
      cancel: response.cancel,
    };
  };
}
