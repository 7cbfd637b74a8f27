import { ApiFailure, api, readFailure, toApiFailure } from './api';

export interface OAuthProvider {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const { csrfToken } = await api.get<{ csrfToken: string }>('/api/auth/csrf');
  return fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  }).catch((caught: unknown) => {
    throw toApiFailure(caught);
  });
}

async function readUrl(response: Response): Promise<URL | null> {
  const body: unknown = await response.json().catch(() => null);
  const url = typeof body === 'object' && body !== null && 'url' in body ? body.url : null;
  return typeof url === 'string' && URL.canParse(url, location.origin) ? new URL(url, location.origin) : null;
}

function wrongPassword(): ApiFailure {
  return new ApiFailure(
    { code: 'unauthorized', message: 'wrong e-mail or password', retryable: false },
    { status: 401 },
  );
}

/** Signs in; rejects with `unauthorized` for a wrong pair and with `rate_limited` when it was tried too often. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const response = await postForm('/api/auth/callback/credentials', { email, password, callbackUrl: '/' });
  if (response.status === 401) throw wrongPassword();
  if (!response.ok) throw await readFailure(response);
  const url = await readUrl(response);
  if (url?.searchParams.has('error')) throw wrongPassword();
}

/** Leaves for the sign-in page of an OAuth provider; comes back to `path`. */
export async function signInWithProvider(id: string, path: string): Promise<void> {
  const response = await postForm(`/api/auth/signin/${encodeURIComponent(id)}`, { callbackUrl: path });
  if (!response.ok) throw await readFailure(response);
  const url = await readUrl(response);
  if (url === null) throw toApiFailure(new Error('no address to continue at'));
  location.assign(url);
}

/** The OAuth providers that are set up; the password form is not among them. */
export async function findOAuthProviders(): Promise<readonly OAuthProvider[]> {
  const all = await api.get<Record<string, OAuthProvider>>('/api/auth/providers');
  return Object.values(all).filter((provider) => provider.type !== 'credentials');
}

export async function signOut(): Promise<void> {
  const response = await postForm('/api/auth/signout', { callbackUrl: '/login' });
  if (!response.ok) throw await readFailure(response);
}
