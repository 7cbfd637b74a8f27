import 'server-only';
import { isDatabaseUnavailable } from '@/lib/db/database-unavailable';
import type { Container } from '../container';
import { describeError } from '../logger';
import { isFailure, problemResponse, rateLimited, unavailable } from './problem';
import { secureApiResponse } from './security-headers';

type Scope = Pick<Container, 'env' | 'logger'>;

const busyMs = 2_000;

/** A route's value as its answer: a `Response` as it is, nothing as 204, everything else as JSON. */
export function answer(value: unknown, status: number, scope: Scope): Response {
  if (value instanceof Response) return secureApiResponse(value, scope.env.url);
  const response = value === undefined ? new Response(null, { status: 204 }) : Response.json(value, { status });
  return secureApiResponse(response, scope.env.url);
}

/** Every failure in the documented form; what nobody foresaw is logged, by path and never with its query. */
export function answerFailure(thrown: unknown, request: Request, scope: Scope): Response {
  return secureApiResponse(problemResponse(nameFailure(thrown, request, scope)), scope.env.url);
}

function nameFailure(thrown: unknown, request: Request, scope: Scope): unknown {
  if (isFailure(thrown)) return thrown;
  if (thrown instanceof Error && thrown.name === 'PasswordsBusy') return rateLimited(busyMs);
  const about = { method: request.method, path: new URL(request.url).pathname, ...describeError(thrown) };
  if (isDatabaseUnavailable(thrown)) {
    scope.logger.warn(about, 'the database is not reachable');
    return unavailable();
  }
  if (!request.signal.aborted) scope.logger.error(about, 'a request failed unexpectedly');
  return thrown;
}
