import 'server-only';
import type { z } from 'zod';

export type OpenApiMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One call of the API: what it takes and what it gives when it succeeds. */
export interface OpenApiOperation {
  readonly method: OpenApiMethod;
  /** With path parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** `false`: nobody has to sign in. */
  readonly auth?: false;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is a form with a file in it. */
  readonly form?: z.ZodType;
  /** The body is a file of this type. */
  readonly upload?: string;
  /** The body is a file of one of these types. */
  readonly uploads?: readonly string[];
  readonly status?: 200 | 201 | 202 | 204 | 303;
  readonly response?: z.ZodType;
  /** The answer is a stream of these events. */
  readonly events?: z.ZodType;
  /** The answer is a file of one of these types. */
  readonly file?: readonly string[];
}
