import 'server-only';
import { z } from 'zod';
import type { CurrentUser } from '@/lib/auth/current-user';
import { type Container, container } from '../container';
import { requireUser } from '../require-user';
import { answer, answerFailure } from './answer';
import { checkContentType, checkDeclaredLength, parseJson, readBytes } from './body';
import type { Output, OwnContext, RawParams, RouteArguments, RouteContext } from './context';
import { describeIssues } from './describe-issues';
import { isOwnFetch, isOwnOrigin, requestHost } from './host';
import { peerAddress } from './peer-address';
import { forbidden, invalid, misdirected, notFound, rateLimited } from './problem';

type Auth = 'user' | 'admin' | 'none';
type UserOf<A extends Auth> = A extends 'none' ? null : CurrentUser;

export interface RateLimit {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly by: 'address' | 'user';
}

export interface RouteOptions<
  A extends Auth,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  Owned,
> {
  /** `user`: signed in; `admin`: and an administrator; `none`: open to everyone. */
  readonly auth: A;
  readonly params?: P;
  readonly query?: Q;
  /** Without one the body must be empty or `{}`. Make it `.optional()` where it may be left out. */
  readonly body?: B;
  readonly maxBytes?: number;
  /** Content types a body may have; JSON unless said otherwise. Other bodies reach `run` as `bytes`. */
  readonly contentTypes?: readonly string[];
  /** The body is left to `run`, which reads it from the request and holds it to `maxBytes` itself. */
  readonly streams?: boolean;
  readonly rateLimit?: RateLimit;
  /** Finds what the path names, before the body is parsed; throws `notFound()`. */
  readonly own?: (context: OwnContext<UserOf<A>, Output<P, RawParams>, Output<Q, undefined>>) => Promise<Owned>;
  /** Status of an answer given as a value; `undefined` as value is always 204. */
  readonly status?: number;
  readonly run: (
    context: RouteContext<UserOf<A>, Output<P, RawParams>, Output<Q, undefined>, Output<B, undefined>, Owned>,
  ) => Promise<unknown>;
}

export type RouteHandler = (request: Request, route: RouteArguments) => Promise<Response>;

const defaultMaxBytes = 256 * 1024;
const json = ['application/json'] as const;
const noBody = z.strictObject({}).optional();
const readers = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Makes a route handler that checks everything in the one documented order and answers failures in the one form. */
export function route<
  const A extends Auth,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  Owned = undefined,
>(options: RouteOptions<A, P, Q, B, Owned>): RouteHandler {
  return async (request, { params }) => {
    const scope = container();
    try {
      if (requestHost(request, scope.env) === 'foreign') throw misdirected(scope.env.url);
      const maxBytes = options.maxBytes ?? defaultMaxBytes;
      checkDeclaredLength(request, maxBytes);
      await scope.waitReady();
      const user = await signIn(options.auth, request);
      // Reading comes after signing in, so that a stranger cannot make the server hold large bodies.
      const isUnread = options.streams === true || readers.has(request.method);
      const bytes = isUnread ? new Uint8Array() : await readBytes(request, maxBytes);
      checkSite(request, user, scope);
      if (options.auth === 'admin' && user?.role !== 'admin') throw forbidden('Only an administrator may do this.');
      if (options.rateLimit) await checkRate(request, options.rateLimit, user?.id);
      const types = options.contentTypes ?? json;
      if (bytes.byteLength > 0 || options.streams) checkContentType(request, types);
      const known = {
        user: user as UserOf<A>,
        userId: user?.id as OwnContext<UserOf<A>, P, Q>['userId'],
        params: parseParams(options.params, (await params) ?? {}) as Output<P, RawParams>,
        query: parseQuery(options.query, request) as Output<Q, undefined>,
        request,
        signal: request.signal,
      };
      const owned = (await options.own?.(known)) as Owned;
      const isJson = types === json || bytes.byteLength === 0;
      const body = isJson ? parseBody(options.body ?? noBody, bytes) : undefined;
      const context = { ...known, owned, bytes, body: body as Output<B, undefined> };
      return answer(await options.run(context), options.status ?? 200, scope);
    } catch (thrown) {
      return answerFailure(thrown, request, scope);
    }
  };
}

async function signIn(auth: Auth, request: Request): Promise<CurrentUser | null> {
  return auth === 'none' ? null : await requireUser(request);
}

/** Another site may neither write with the visitor's cookie nor read; a bearer token is never sent unasked. */
function checkSite(request: Request, user: CurrentUser | null, scope: Container): void {
  if (user?.authKind === 'bearer') return;
  if (readers.has(request.method)) {
    if (user && request.headers.get('sec-fetch-site') === 'cross-site') throw forbidden('Not from another site.');
    return;
  }
  const carriesCookie = request.headers.has('cookie');
  const mustProve = user !== null || carriesCookie || request.headers.has('origin');
  if (mustProve && !isOwnOrigin(request, scope.env)) throw forbidden(`The request must come from ${scope.env.url}.`);
  if (!isOwnFetch(request)) throw forbidden('Not from another site.');
}

async function checkRate(request: Request, limit: RateLimit, userId: string | undefined): Promise<void> {
  const policy = { limit: limit.limit, windowMs: limit.windowMs };
  const verdict = await container().rates.consume(bucketOf(request, limit, userId), policy);
  if (!verdict.allowed) throw rateLimited(verdict.retryAfterMs);
}

function bucketOf(request: Request, limit: RateLimit, userId?: string): string {
  const isOfUser = limit.by === 'user' && userId !== undefined;
  return `${limit.name}:${isOfUser ? userId : peerAddress(request.headers, container().env.trustProxy)}`;
}

/** Takes the try of this request back, where only those that fail count. */
export async function forgiveTry(request: Request, limit: RateLimit): Promise<void> {
  await container().rates.giveBack(bucketOf(request, limit));
}

function parseParams(schema: z.ZodType | undefined, given: RawParams | Record<string, never>): unknown {
  const values = Object.values(given).flat();
  if (values.some((value) => value.length > 300 || value.includes('\0'))) throw notFound();
  if (!schema) return given;
  const parsed = schema.safeParse(given);
  // An id of the wrong shape is an unknown id.
  if (!parsed.success) throw notFound();
  return parsed.data;
}

function parseQuery(schema: z.ZodType | undefined, request: Request): unknown {
  if (!schema) return undefined;
  const query = new URL(request.url).searchParams;
  for (const [name, value] of query) {
    if (value.includes('\0')) throw invalid([{ path: name, message: 'This value is not allowed.' }]);
  }
  return checked(schema, Object.fromEntries(query));
}

function parseBody(schema: z.ZodType, bytes: Uint8Array): unknown {
  return checked(schema, parseJson(bytes));
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(describeIssues(parsed.error));
}
