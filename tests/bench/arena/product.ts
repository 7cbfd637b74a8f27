import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { readPostmasterFile } from '@/lib/db/embedded/postmaster-file';
import { startProduct } from '@/tests/support/product';
import { ensureBuilt } from '../../../scripts/toolchain/build.mjs';
import { isAsBuilt } from '../effort';
import { atEnd, once } from './once';
import { root } from './process';
import { provider } from './provider';

export const build = once(async () => (isAsBuilt ? undefined : ensureBuilt(root)));

async function post(url: string, of: { headers?: Record<string, string>; json: unknown }) {
  const headers = { 'content-type': 'application/json', ...of.headers };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(of.json) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return { body: await response.json(), cookies: response.headers.getSetCookie() };
}

const cookieOf = (set: readonly string[]) => set.map((cookie) => cookie.split(';')[0]).join('; ');

/** The first account, signed in as a browser does it, and its access token. */
async function createToken(url: string): Promise<{ token: string; cookie: string }> {
  const password = randomBytes(12).toString('hex');
  const email = 'bench@example.com';
  await post(`${url}/api/account/register`, { headers: { origin: url }, json: { email, password, name: 'Bench' } });
  const asked = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, cookie: cookieOf(asked.headers.getSetCookie()) },
    body: new URLSearchParams({ csrfToken, email, password, callbackUrl: '/', json: 'true' }),
  });
  const headers = { origin: url, cookie: cookieOf(signedIn.headers.getSetCookie()) };
  const { body } = await post(`${url}/api/tokens`, { headers, json: { name: 'bench' } });
  return { token: body.token, cookie: headers.cookie };
}

async function addProvider(url: string, headers: Record<string, string>): Promise<string> {
  const base = `${(await provider()).origin}/v1`;
  const { body } = await post(`${url}/api/providers`, {
    headers,
    json: { name: 'Bench', base_url: base, api_key: 'bench-key' },
  });
  const listed = await fetch(`${url}/api/providers/${body.id}/models`, { headers });
  if (!listed.ok) throw new Error(`the provider's models were not listed: ${await listed.text()}`);
  return body.id;
}

/** The built product with its bundled database, an account in it, and the bench's provider connected. */
export const product = once(async () => {
  await build();
  const { origin } = await provider();
  const port = { METONA_PRIVATE_ORIGINS: origin, METONA_MAX_RUNS: '10000', METONA_MAX_STREAMS: '10000' };
  const started = await startProduct({ env: { ...port, METONA_MOCK: 'off', LOG_LEVEL: 'error' } });
  atEnd(() => started.dispose());
  await started.waitHealthy();
  const url = `http://localhost:${started.port}`;
  const { token, cookie } = await createToken(url);
  const headers = { authorization: `Bearer ${token}` };
  const providerId = await addProvider(url, headers);
  const server = readPostmasterFile(join(started.dataDir, 'postgres'));
  const connection = { host: server?.socketFolder ?? '127.0.0.1', port: server?.port ?? 0, user: 'metona' };
  const pool = new pg.Pool({ ...connection, database: 'metona', max: 2, application_name: 'bench' });
  pool.on('error', () => undefined);
  atEnd(() => pool.end());
  return {
    url: `http://127.0.0.1:${started.port}`,
    pid: started.child.pid ?? 0,
    databasePid: started.databasePid() ?? 0,
    headers,
    /** Where pages live, and what a browser that is signed in sends there. */
    page: { origin: url, cookie },
    providerId,
    connection,
    pool,
    output: started.output,
  };
});

/** Calls the product's API. */
export async function callApi<T>(path: string, json?: unknown): Promise<T> {
  const { url, headers } = await product();
  if (json !== undefined) return (await post(`${url}${path}`, { headers, json })).body;
  const response = await fetch(`${url}${path}`, { headers });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<T>;
}
