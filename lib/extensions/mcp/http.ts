import { ReadableStream as NodeStream } from 'node:stream/web';
import type { SafeFetch } from '@/lib/net/safe-fetch';
import { McpFailure } from './failure';

/** The shape of `fetch` that the MCP client is given. */
export type McpFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface McpFetchLimits {
  /** Of one answer, a stream included. */
  readonly maxBytes: number;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
}

const maxBodyBytes = 4 * 1024 * 1024;

function bodyOf(body: RequestInit['body']): { body?: string; type?: string } {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string') return { body };
  if (body instanceof URLSearchParams) return { body: body.toString(), type: 'application/x-www-form-urlencoded' };
  throw new TypeError('only text can be sent');
}

/**
 * The checked way out in the form of `fetch`: every address is judged when it is dialled, no redirect is followed (its
 * status comes back, where it leads does not), and an answer ends at its cap.
 */
export function createMcpFetch(fetcher: Pick<SafeFetch, 'fetch'>, limits: McpFetchLimits): McpFetch {
  return async (url, init = {}) => {
    const { body, type } = bodyOf(init.body);
    if (body !== undefined && body.length > maxBodyBytes) throw new McpFailure('too_large');
    const headers = new Headers(init.headers);
    if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type);
    const response = await fetcher.fetch(url.toString(), {
      ...limits,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      returnsRedirects: true,
      ...(body !== undefined && { body }),
      ...(init.signal && { signal: init.signal }),
    });
    const answered = new Headers(response.headers);
    answered.delete('location');
    const isEmpty = init.method === 'HEAD' || [204, 205, 304].includes(response.status);
    if (isEmpty) response.cancel();
    const stream = isEmpty ? null : (NodeStream.from(response.body) as ReadableStream<Uint8Array<ArrayBuffer>>);
    return new Response(stream, { status: response.status, headers: answered });
  };
}
