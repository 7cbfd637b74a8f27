import { NetFailure } from './net-failure';
import type { SafeRequest, SafeResponse } from './send-once';

interface Hop {
  readonly url: string;
  readonly request: SafeRequest;
}

const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
// What may go along to another origin; anything else could be a secret.
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

/** The request a redirect asks for. Its address is checked like any other when it is sent. */
export function nextHop({ url, request }: Hop, response: SafeResponse): Hop {
  const location = response.headers.get('location');
  if (!FOLLOWED.has(response.status) || location === null || !URL.canParse(location, url)) {
    throw new NetFailure('redirect');
  }
  const next = new URL(location, url);
  const method = request.method ?? 'GET';
  const isRead = method === 'GET' || method === 'HEAD';
  const keepsBody = response.status === 307 || response.status === 308;
  const isSameOrigin = next.origin === new URL(url).origin;
  if (!isRead && keepsBody && !isSameOrigin) throw new NetFailure('redirect');

  const { body, headers = {}, ...rest } = request;
  const dropsBody = body === undefined || !keepsBody;
  const kept = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase();
    if (dropsBody && lower.startsWith('content-')) return false;
    return isSameOrigin || HARMLESS_HEADERS.has(lower);
  });
  return {
    url: next.href,
    request: {
      ...rest,
      headers: Object.fromEntries(kept),
      ...(!isRead && !keepsBody && { method: 'GET' }),
      ...(!dropsBody && { body }),
    },
  };
}
