import 'server-only';
import { container } from '../container';
import { answer, answerFailure } from './answer';
import type { RouteHandler } from './handler';
import { requestHost } from './host';
import { methodNotAllowed, misdirected } from './problem';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Exported = Record<Method | 'HEAD' | 'OPTIONS', RouteHandler>;

const all: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function allowed(handlers: Partial<Record<Method, RouteHandler>>): string {
  const named = all.filter((method) => handlers[method]);
  return [...named, ...(handlers.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Answers without looking at anything but the host. */
function plain(make: () => Response): RouteHandler {
  return async (request) => {
    const scope = container();
    try {
      if (requestHost(request, scope.env) === 'foreign') throw misdirected(scope.env.url);
      return answer(make(), 200, scope);
    } catch (thrown) {
      return answerFailure(thrown, request, scope);
    }
  };
}

function withoutBody(get: RouteHandler): RouteHandler {
  return async (request, route) => {
    const response = await get(request, route);
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers: response.headers });
  };
}

/** All seven methods of a route file: those given, and the documented refusal for the others. */
export function methods(handlers: Partial<Record<Method, RouteHandler>>): Exported {
  const allow = allowed(handlers);
  const refused = plain(() => {
    throw methodNotAllowed(allow);
  });
  return {
    GET: handlers.GET ?? refused,
    HEAD: handlers.GET ? withoutBody(handlers.GET) : refused,
    OPTIONS: plain(() => new Response(null, { status: 204, headers: { allow } })),
    POST: handlers.POST ?? refused,
    PUT: handlers.PUT ?? refused,
    PATCH: handlers.PATCH ?? refused,
    DELETE: handlers.DELETE ?? refused,
  };
}
