import { randomBytes, randomInt } from 'node:crypto';
import { type APIRequestContext, expect, request } from 'playwright/test';

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Cookies of a signed-in browser. */
  readonly storageState: Awaited<ReturnType<APIRequestContext['storageState']>>;
  /** Calls the API with a personal access token, as a script does. */
  readonly api: APIRequestContext;
  readonly token: string;
}

export function newCredentials() {
  const id = randomBytes(5).toString('hex');
  return { email: `user-${id}@example.com`, password: `Pw ${id} is long enough`, name: `User ${id.slice(0, 4)}` };
}

/** Signs in over HTTP: the cookies are those of whoever the requests belong to, a browser as well. */
export async function signIn(
  browser: APIRequestContext,
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { csrfToken } = await (await browser.get('/api/auth/csrf')).json();
  const signedIn = await browser.post('/api/auth/callback/credentials', {
    headers: { origin },
    form: { csrfToken, email, password, callbackUrl: '/', json: 'true' },
  });
  expect(signedIn.status(), await signedIn.text()).toBe(200);
}

/** Registers, signs in and makes a token, all over HTTP and in the documented order. */
export async function createAccount(origin: string): Promise<Account> {
  const credentials = newCredentials();
  const { email, password } = credentials;
  // Registration is limited per address; every account of a test comes from one of its own.
  const address = `10.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  const browser = await request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { origin, 'x-forwarded-for': address },
  });
  const registered = await browser.post('/api/account/register', { data: credentials });
  expect(registered.status(), await registered.text()).toBe(201);
  await signIn(browser, origin, { email, password });
  const made = await browser.post('/api/tokens', { data: { name: 'end-to-end' } });
  expect(made.status(), await made.text()).toBe(201);
  const { token } = await made.json();
  const storageState = await browser.storageState();
  await browser.dispose();
  const api = await request.newContext({ baseURL: origin, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  return { ...credentials, storageState, api, token };
}
