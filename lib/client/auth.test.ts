import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from './api';
import { findOAuthProviders, signInWithPassword } from './auth';

const origin = 'http://localhost:3000';

/** Answers the CSRF call and then, once, the sign-in itself. */
function answerSignIn(response: Response) {
  const fetchMock = vi.fn<typeof fetch>(async (input) =>
    String(input) === '/api/auth/csrf' ? Response.json({ csrfToken: 'token-1' }) : response,
  );
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const caught: unknown = await call.catch((error: unknown) => error);
  return caught instanceof ApiFailure ? caught.error.code : 'none';
}

beforeEach(() => vi.stubGlobal('location', { origin }));
afterEach(() => vi.unstubAllGlobals());

describe('signing in', () => {
  it('sends the pair as a form, with the token of this browser', async () => {
    const fetchMock = answerSignIn(Response.json({ url: `${origin}/` }));
    await signInWithPassword('ada@example.com', 'a b&c');
    const [path, init] = fetchMock.mock.calls[1] ?? [];
    expect(path).toBe('/api/auth/callback/credentials');
    const form = new URLSearchParams(String(init?.body));
    expect(Object.fromEntries(form)).toMatchObject({
      email: 'ada@example.com',
      password: 'a b&c',
      csrfToken: 'token-1',
    });
  });

  it.each([
    ['a refusal', Response.json({ url: `${origin}/login?error=CredentialsSignin` }, { status: 401 }), 'unauthorized'],
    ['an error in the address', Response.json({ url: `${origin}/login?error=CredentialsSignin` }), 'unauthorized'],
    ['a limit', new Response('{}', { status: 429, headers: { 'retry-after': '60' } }), 'rate_limited'],
    ['a server that is away', new Response('', { status: 503 }), 'unavailable'],
  ])('is told from %s', async (_, response, code) => {
    answerSignIn(response);
    expect(await codeOf(signInWithPassword('ada@example.com', 'x'))).toBe(code);
  });
});

describe('the other ways in', () => {
  it('leave out the password form', async () => {
    const github = { id: 'github', name: 'GitHub', type: 'oauth' };
    const all = { credentials: { id: 'credentials', name: 'Password', type: 'credentials' }, github };
    vi.stubGlobal('fetch', async () => Response.json(all));
    expect(await findOAuthProviders()).toEqual([github]);
  });
});
