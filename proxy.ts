import { type NextRequest, NextResponse } from 'next/server';
import { env } from '@/lib/server/env';
import { classifyHost } from '@/lib/server/http/host';
import { misdirected, problemResponse } from '@/lib/server/http/problem';
import { commonHeaders } from '@/lib/server/http/security-headers';

function contentSecurityPolicy(nonce: string): string {
  const development = !env().isProduction;
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
}

function withHeaders(response: NextResponse | Response, policy: string): Response {
  for (const [name, value] of Object.entries(commonHeaders(env().url))) response.headers.set(name, value);
  response.headers.set('x-robots-tag', 'noindex, nofollow');
  response.headers.set('cache-control', 'no-store');
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Pages only: the API checks for itself, as this function would cut its larger bodies; frames of diagrams have a policy of their own. */
export function proxy(request: NextRequest): Response {
  const { pathname, search } = request.nextUrl;
  const kind = classifyHost(request.headers.get('host') ?? '', env());
  const nonce = newNonce();
  const policy = contentSecurityPolicy(nonce);
  if (kind === 'foreign') return withHeaders(problemResponse(misdirected(env().url)), policy);
  if (kind === 'alias') return withHeaders(NextResponse.redirect(`${env().url}${pathname}${search}`, 307), policy);
  // Whatever the visitor sent under these names is replaced, never reflected.
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-path', `${pathname}${search}`);
  headers.set('content-security-policy', policy);
  headers.delete('content-security-policy-report-only');
  return withHeaders(NextResponse.next({ request: { headers } }), policy);
}

export const config = { matcher: ['/((?!api/|diagram/|_next/static/).*)'] };
