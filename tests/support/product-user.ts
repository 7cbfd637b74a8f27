import { randomBytes } from 'node:crypto';
import type { RunEvent } from '@/lib/ir';

export interface ProductAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

interface Place {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  /** The last event the reader has. */
  readonly after?: number | undefined;
  readonly signal?: AbortSignal;
}

export interface ProductUser {
  readonly token: string;
  call(path: string, options?: Omit<Place, 'path'>): Promise<ProductAnswer>;
  /** Opens an event stream; `events` throws where the connection breaks. */
  stream(place: Place): Promise<{ status: number; headers: Headers; events: AsyncIterable<RunEvent> }>;
  /** The same account on another instance, or on the same one after its restart. */
  at(port: number): ProductUser;
}

const base = (port: number) => `http://127.0.0.1:${port}`;

async function* readFrames(response: Response): AsyncGenerator<RunEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined) yield JSON.parse(data) as RunEvent;
    }
  }
}

function userAt(port: number, token: string): ProductUser {
  const send = ({ path, method, body, after, signal }: Place, accept: string) =>
    fetch(`${base(port)}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept,
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(after !== undefined && { 'last-event-id': String(after) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  return {
    token,
    at: (other) => userAt(other, token),
    call: async (path, options = {}) => {
      const response = await send({ signal: AbortSignal.timeout(10_000), ...options, path }, 'application/json');
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
    },
    stream: async (place) => {
      const response = await send(place, 'text/event-stream');
      return { status: response.status, headers: response.headers, events: readFrames(response) };
    },
  };
}

/** Registers, signs in and makes a token over HTTP, as a script does it. */
export async function signUpAt(port: number): Promise<ProductUser> {
  const id = randomBytes(5).toString('hex');
  const email = `user-${id}@example.com`;
  const password = `Pw ${id} is long enough`;
  const origin = `http://localhost:${port}`;
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { origin, ...(cookie && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(`${base(port)}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    if (response.status >= 300) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await send('/api/account/register', json({ email, password, name: 'Fault' }));
  const { csrfToken } = (await (await send('/api/auth/csrf')).json()) as { csrfToken: string };
  await send('/api/auth/callback/credentials', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, email, password, callbackUrl: '/', json: 'true' }).toString(),
  });
  const { token } = (await (await send('/api/tokens', json({ name: 'faults' }))).json()) as { token: string };
  return userAt(port, token);
}
