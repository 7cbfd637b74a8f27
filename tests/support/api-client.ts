import { randomBytes } from 'node:crypto';
import { POST as register } from '@/app/api/account/register/route';
import { GET as authGet, POST as authPost } from '@/app/api/auth/[...nextauth]/route';
import { POST as createToken } from '@/app/api/tokens/route';
import type { RouteHandler } from '@/lib/server/http/handler';

export const origin = 'http://localhost:3000';

export interface CallOptions {
  readonly method?: string;
  readonly path?: string;
  readonly params?: Record<string, string | string[]>;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly body?: BodyInit;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export type Credentials = Record<string, string>;

/** Calls an exported route handler as Next would. */
export async function call(handler: RouteHandler, options: CallOptions = {}): Promise<Answer> {
  const { json, params = {}, path = '/api' } = options;
  const body = json === undefined ? options.body : JSON.stringify(json);
  const headers = {
    host: 'localhost:3000',
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...options.headers,
  };
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const init = { method, headers, ...(body !== undefined && { body, duplex: 'half' }) };
  const response = await handler(new Request(`${origin}${path}`, init), { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

export function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Cookie and origin as a browser on our own page sends them. */
export const asBrowser = (cookie: string): Credentials => ({ cookie, origin });

export async function signIn(email: string, password: string, headers: Credentials = {}): Promise<Answer> {
  const csrf = await call(authGet, { path: '/api/auth/csrf', params: { nextauth: ['csrf'] } });
  const form = new URLSearchParams({ csrfToken: csrf.body.csrfToken, email, password, callbackUrl: '/', json: 'true' });
  return call(authPost, {
    path: '/api/auth/callback/credentials',
    params: { nextauth: ['callback', 'credentials'] },
    body: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin,
      ...headers,
      cookie: [cookiesOf(csrf), headers.cookie].filter(Boolean).join('; '),
    },
  });
}

export interface SignedUp {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly token: string;
  readonly tokenId: string;
  /** Headers of a call by token, and of one by cookie from our own page. */
  readonly bearer: Credentials;
  readonly browser: Credentials;
}

/** Registers, signs in and makes a token, the way a script does it. */
export async function signUp(name = 'user'): Promise<SignedUp> {
  const email = `${name}-${randomBytes(5).toString('hex')}@example.com`;
  const password = `Pw-${randomBytes(8).toString('hex')}-x9!`;
  await call(register, { json: { email, password, name } });
  const cookie = cookiesOf(await signIn(email, password));
  const browser = asBrowser(cookie);
  const made = await call(createToken, { json: { name: 'test' }, headers: browser });
  const { id: tokenId, token } = made.body;
  const { container } = await import('@/lib/server/container');
  const user = await container().users.findByEmail(email);
  return {
    id: user?.id ?? '',
    email,
    password,
    cookie,
    token,
    tokenId,
    bearer: { authorization: `Bearer ${token}` },
    browser,
  };
}
