import type { WebAccess, WebAnswer } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';

const maxHops = 5;
const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const pageBytes = 5 * 1024 * 1024;
const pageTimeoutMs = 20_000;

const headers = {
  accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,application/json;q=0.8,*/*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Mozilla/5.0 (compatible; Metona/1.0)',
};

export type Followed =
  | { readonly kind: 'answer'; readonly url: string; readonly answer: WebAnswer }
  /** The way leads to a host that nobody was asked about. */
  | { readonly kind: 'elsewhere'; readonly url: string; readonly to: string };

function refuse(message: string): never {
  throw new MetonaFailure({ code: 'invalid_response', message, retryable: false });
}

function targetOf(answer: WebAnswer, from: string): URL {
  const location = answer.header('location');
  if (!followed.has(answer.status) || location === null || location.length > 4_000 || !URL.canParse(location, from))
    return refuse('The server answered with a redirect that leads nowhere.');
  const target = new URL(location, from);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    refuse('The server redirects to something that is no web address.');
  target.hash = '';
  return target;
}

/** A yes covers one host: within it redirects are followed, a few of them; never from https back to http. */
function isCovered(from: URL, to: URL): boolean {
  return from.host === to.host && !(from.protocol === 'https:' && to.protocol === 'http:');
}

export async function follow(web: WebAccess, url: string, signal: AbortSignal): Promise<Followed> {
  const deadline = Date.now() + pageTimeoutMs;
  let current = url;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    const timeoutMs = Math.max(1, deadline - Date.now());
    const answer = await web(current, { signal, timeoutMs, maxBytes: pageBytes, headers });
    if (answer.status < 300 || answer.status > 399) return { kind: 'answer', url: current, answer };
    answer.cancel();
    const target = targetOf(answer, current);
    if (!isCovered(new URL(current), target)) return { kind: 'elsewhere', url: current, to: target.href };
    current = target.href;
  }
  return refuse(`The server redirects more than ${maxHops} times.`);
}
