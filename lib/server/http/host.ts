import 'server-only';
import type { Env } from '../env';
import { isLoopbackName } from '../env';

type Site = Pick<Env, 'url' | 'port'>;

export type HostKind = 'public' | 'alias' | 'foreign';

function parseHost(host: string): URL | null {
  if (!/^[a-z0-9.:[\]-]+$/i.test(host)) return null;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
}

function hostOf(request: Request): string {
  return request.headers.get('host') ?? new URL(request.url).host;
}

/** Tells our public name, another loopback name on our port, and everything else apart. */
export function classifyHost(host: string, site: Site): HostKind {
  const given = parseHost(host);
  if (!given) return 'foreign';
  const own = new URL(site.url);
  const defaultPort = own.protocol === 'https:' ? '443' : '80';
  const samePort = (given.port || defaultPort) === (own.port || defaultPort);
  if (given.hostname === own.hostname && samePort) return 'public';
  return isLoopbackName(given.hostname) && (given.port || '80') === String(site.port) ? 'alias' : 'foreign';
}

export function requestHost(request: Request, site: Site): HostKind {
  return classifyHost(hostOf(request), site);
}

/** The origins from which a browser may write: the public one, or the loopback alias the request itself came to. */
export function isOwnOrigin(request: Request, site: Site): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  if (origin === site.url) return true;
  return requestHost(request, site) === 'alias' && origin === `http://${hostOf(request).toLowerCase()}`;
}

/** `Sec-Fetch-Site` is sent by browsers only; where it is sent it must say that the request is our own. */
export function isOwnFetch(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}
