import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';

function refuse(message: string): never {
  throw new MetonaFailure({ code: MetonaErrorCode.INVALID_REQUEST, message, retryable: false });
}

/**
 * A base URL without what people paste beside it: trailing slashes, a query, and the endings of known endpoints
 * (`/chat/completions`, `/api`). What precedes them stays as it is, so `/v1` is never doubled; `basePath` completes a
 * base that is nothing but a host.
 */
export function normalizeBaseUrl(base: string, endings: readonly string[], basePath = ''): string {
  const url = URL.parse(base.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return refuse('the base URL must be an http or https address');
  }
  let path = url.pathname.replace(/\/+$/, '');
  for (const ending of endings) {
    if (path.endsWith(ending)) path = path.slice(0, -ending.length).replace(/\/+$/, '');
  }
  return url.origin + (path === '' ? basePath : path);
}
