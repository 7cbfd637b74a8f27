import 'server-only';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth, { type AuthOptions } from 'next-auth';

export interface NextAuthCall {
  readonly method: string;
  /** The path below /api/auth. */
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}

/** Collects what the library writes to a response of Node's kind. */
class CollectedResponse {
  private code = 200;
  private readonly headers = new Map<string, string | string[]>();
  private body: string | null = null;

  status(code: number): this {
    this.code = code;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.headers.get(name.toLowerCase());
  }

  setHeader(name: string, value: string | string[]): this {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }

  json(value: unknown): void {
    this.setHeader('content-type', 'application/json');
    this.body = JSON.stringify(value);
  }

  send(value: unknown): void {
    if (typeof value === 'string') this.body = value;
    else if (value !== undefined && value !== null) this.json(value);
  }

  end(): void {
    this.body = null;
  }

  toResponse(): Response {
    const headers = new Headers();
    for (const [name, value] of this.headers) {
      for (const single of [value].flat()) headers.append(name, single);
    }
    return new Response(this.body, { status: this.code, headers });
  }
}

type Handler = (request: NextApiRequest, response: NextApiResponse, options: AuthOptions) => Promise<unknown>;

/**
 * Runs the library on plain values. Its route-handler form reads the request from Next's own store and believes
 * forwarding headers; this form sees only what it is given.
 */
export async function callNextAuth(call: NextAuthCall, options: AuthOptions): Promise<Response> {
  const response = new CollectedResponse();
  const { method, body, cookies, segments } = call;
  const request = { method, body, cookies, headers: {}, query: { ...call.query, nextauth: [...segments] } };
  const handle = NextAuth as unknown as Handler;
  await handle(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return response.toResponse();
}
