import 'server-only';
import { callNextAuth } from '@/lib/auth/call-next-auth';
import { normaliseEmail } from '@/lib/auth/email';
import { nextAuthOptions, ownUrl, type SignInRequest } from '@/lib/auth/next-auth-options';
import { authCookies, idleSessionMs, openSession, readCookie } from '@/lib/auth/session-cookie';
import { type Container, container } from './container';
import { answer, answerFailure } from './http/answer';
import { checkContentType, checkDeclaredLength, parseJson, readBytes } from './http/body';
import { isOwnFetch, isOwnOrigin, requestHost } from './http/host';
import { peerAddress } from './http/peer-address';
import { forbidden, invalid, methodNotAllowed, misdirected, notFound, rateLimited } from './http/problem';

type Fields = Readonly<Record<string, string>>;

const maxBytes = 16 * 1024;
const form = 'application/x-www-form-urlencoded';
const actions: Readonly<Record<string, readonly string[]>> = {
  csrf: ['GET'],
  providers: ['GET'],
  session: ['GET'],
  error: ['GET'],
  signin: ['GET', 'POST'],
  signout: ['GET', 'POST'],
  callback: ['GET', 'POST'],
};

/** The library's endpoints behind the same checks, limits and headers as every other route. */
export async function handleAuth(request: Request, segments: readonly string[]): Promise<Response> {
  const scope = container();
  try {
    if (requestHost(request, scope.env) === 'foreign') throw misdirected(scope.env.url);
    checkDeclaredLength(request, maxBytes);
    await scope.waitReady();
    checkAction(request, segments);
    if (request.method !== 'POST') return answer(await serve({ scope, request, segments, body: {} }), 200, scope);
    if (!isOwnOrigin(request, scope.env) || !isOwnFetch(request)) {
      throw forbidden(`The request must come from ${scope.env.url}.`);
    }
    const body = await readFields(request);
    const isPassword = segments[0] === 'callback' && segments[1] === 'credentials';
    const call = { scope, request, segments, body };
    return answer(await (isPassword ? servePassword(call) : serve(call)), 200, scope);
  } catch (thrown) {
    return answerFailure(thrown, request, scope);
  }
}

function checkAction(request: Request, [action = '', ...rest]: readonly string[]): void {
  const methods = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!methods || rest.length > 1) throw notFound();
  if (!methods.includes(request.method)) throw methodNotAllowed(methods.join(', '));
}

async function readFields(request: Request): Promise<Fields> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return {};
  checkContentType(request, [form, 'application/json']);
  const isForm = request.headers.get('content-type')?.startsWith(form);
  const value = isForm ? Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes))) : parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid([{ path: '', message: 'The body must hold fields.' }]);
  for (const [path, field] of Object.entries(value)) {
    if (typeof field !== 'string') throw invalid([{ path, message: 'This must be text.' }]);
  }
  return value as Fields;
}

interface Call {
  readonly scope: Container;
  readonly request: Request;
  readonly segments: readonly string[];
  readonly body: Fields;
}

/** A sign-in by password, counted before it is tried. */
async function servePassword(call: Call): Promise<Response> {
  const { scope, request, body } = call;
  const attempt = { email: normaliseEmail(body.email), address: peerAddress(request.headers, scope.env.trustProxy) };
  const verdict = await scope.signInLimits.begin(attempt);
  if (!verdict.allowed) throw rateLimited(verdict.retryAfterMs, 'Too many failed sign-ins; wait a while.');
  const part = partOf(call);
  try {
    return await serve(call, part);
  } finally {
    if (part.outcome === 'signed_in') await settleSuccess(call, attempt);
    else if (part.outcome === 'untried') await scope.signInLimits.abandoned(attempt);
  }
}

async function settleSuccess({ scope, request }: Call, attempt: Parameters<Container['signInLimits']['begin']>[0]) {
  await scope.signInLimits.succeeded(attempt);
  await endPreviousSession(scope, request);
  const now = scope.now();
  const expired = { now: new Date(now), idleSince: new Date(now - idleSessionMs) };
  // Sweeping rides along with sign-ins: rare, and the only thing that makes such rows.
  Promise.all([scope.rates.deleteExpired(), scope.authSessions.deleteExpired(expired)]).catch(() => undefined);
}

/** The browser's earlier sign-in is over once it has a new one. */
async function endPreviousSession(scope: Container, request: Request): Promise<void> {
  const cookie = readCookie(request.headers.get('cookie'), authCookies(scope.env.url).sessionToken.name);
  const previous = cookie === null ? null : await openSession(cookie, scope.secrets().secret);
  if (previous !== null) await scope.authSessions.end(previous);
}

function partOf({ scope, request }: Call): SignInRequest {
  const userAgent = request.headers.get('user-agent')?.slice(0, 300) ?? null;
  return { userAgent, ip: peerAddress(request.headers, scope.env.trustProxy), outcome: 'untried' };
}

async function serve(call: Call, part = partOf(call)): Promise<Response> {
  const { scope, request, segments, body } = call;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { name: callbackCookie } = authCookies(scope.env.url).callbackUrl;
  const cookies = parseCookies(request.headers.get('cookie'));
  const clean = (fields: Fields, key: string): Fields =>
    fields[key] === undefined ? fields : { ...fields, [key]: ownUrl(fields[key], scope.env.url) };
  return callNextAuth(
    {
      method: request.method,
      segments,
      query: clean(query, 'callbackUrl'),
      body: clean(body, 'callbackUrl'),
      cookies: clean(cookies, callbackCookie),
    },
    optionsFor(scope, part),
  );
}

function optionsFor(scope: Container, part: SignInRequest): ReturnType<typeof nextAuthOptions> {
  const { users, authSessions, env, newId, now, logger, site } = scope;
  const dependencies = {
    users,
    authSessions,
    newId,
    now,
    publicUrl: env.url,
    signup: site.signup,
    oauth: env.oauth,
    secret: scope.secrets().secret,
    report: (code: string) => logger.warn({ code }, 'sign-in'),
  };
  return nextAuthOptions(dependencies, part);
}

function parseCookies(header: string | null): Fields {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), decode(pair.slice(at + 1))]] : [];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
