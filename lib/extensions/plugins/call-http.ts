import type { WebAccess, WebAnswer, WebRequest } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';
import { decodeText } from '@/lib/tools/web/decode-text';

const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 20_000;
const maxHops = 3;
const errorChars = 500;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export const callTimeoutMs = timeoutMs + 5_000;

export interface HttpCall {
  readonly url: string;
  readonly method: NonNullable<WebRequest['method']>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { readonly type: 'json' | 'form'; readonly text: string };
  readonly accept: string;
}

const refuse = (message: string, retryable = false) =>
  new MetonaFailure({ code: 'invalid_response', message, retryable });

const bodyTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function requestOf(call: HttpCall, signal: AbortSignal, left: number): WebRequest {
  return {
    method: call.method,
    signal,
    timeoutMs: Math.max(1, left),
    maxBytes,
    headers: {
      ...call.headers,
      accept: call.accept,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Metona/1.0',
      ...(call.body && { 'content-type': bodyTypes[call.body.type] }),
    },
    ...(call.body && { body: call.body.text }),
  };
}

/** Only reading follows, and only within the same origin: no key and no argument goes to anyone else. */
function targetOf(answer: WebAnswer, call: HttpCall, from: string): string {
  const location = answer.header('location');
  if (call.method !== 'GET') throw refuse('The server answered with a redirect, which is followed for reading only.');
  if (!redirects.has(answer.status) || location === null || location.length > 4_000 || !URL.canParse(location, from))
    throw refuse('The server answered with a redirect that leads nowhere.');
  const target = new URL(location, from);
  target.hash = '';
  if (target.origin !== new URL(from).origin)
    throw refuse(`The server redirects to ${target.host.slice(0, 200)}, which this tool may not reach.`);
  return target.href;
}

async function follow(web: WebAccess, call: HttpCall, signal: AbortSignal): Promise<WebAnswer> {
  const deadline = Date.now() + timeoutMs;
  let url = call.url;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    const answer = await web(url, requestOf(call, signal, deadline - Date.now()));
    if (answer.status < 300 || answer.status > 399) return answer;
    answer.cancel();
    url = targetOf(answer, call, url);
  }
  throw refuse(`The server redirects more than ${maxHops} times.`);
}

function isReadable(type: string): boolean {
  return type === '' || /^(text\/|application\/([\w.+-]*\+)?(json|xml|yaml|x-ndjson|javascript)\b)/i.test(type);
}

/** One call and the text it gives; whatever is not a success or not text rejects with `MetonaFailure`. */
export async function callHttp(
  web: WebAccess,
  call: HttpCall,
  of: { signal: AbortSignal; redact: (text: string) => string },
): Promise<{ status: number; type: string; text: string }> {
  const answer = await follow(web, call, of.signal);
  const type = (answer.header('content-type') ?? '').slice(0, 100);
  if (answer.status !== 204 && !isReadable(type)) {
    answer.cancel();
    throw refuse(`The server answered with ${JSON.stringify(type)}, which is no text (status ${answer.status}).`);
  }
  const text = of.redact(decodeText(await answer.read(), type));
  if (answer.status >= 200 && answer.status <= 299) return { status: answer.status, type, text };
  const said = text.trim().slice(0, errorChars).toWellFormed();
  const detail = said === '' ? '' : ` It said: ${JSON.stringify(said)}`;
  throw refuse(`The server answered with status ${answer.status}.${detail}`, answer.status >= 500);
}
