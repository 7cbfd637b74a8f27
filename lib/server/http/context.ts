import 'server-only';
import type { z } from 'zod';
import type { CurrentUser } from '@/lib/auth/current-user';

/** The path's values before any schema saw them. */
export type RawParams = Readonly<Record<string, string | string[]>>;

/** What Next hands to a route handler beside the request. */
export interface RouteArguments {
  readonly params?: Promise<RawParams | Record<string, never> | undefined>;
}

/** What `own` may look at: everything but the body. */
export interface OwnContext<User, Params, Query> {
  readonly user: User;
  readonly userId: User extends CurrentUser ? string : undefined;
  readonly params: Params;
  readonly query: Query;
  readonly request: Request;
  /** Aborted when the client is gone. Never hand it to a run. */
  readonly signal: AbortSignal;
}

export interface RouteContext<User, Params, Query, Body, Owned> extends OwnContext<User, Params, Query> {
  readonly body: Body;
  readonly owned: Owned;
  /** The body as it came, for routes that take something else than JSON. */
  readonly bytes: Uint8Array;
}

export type Output<Schema, Fallback> = Schema extends z.ZodType ? z.output<Schema> : Fallback;
