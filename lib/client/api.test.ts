import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, api, openApi, toApiFailure } from './api';

function answer(body: BodyInit | null, init: ResponseInit = {}) {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const caught: unknown = await call.catch((error: unknown) => error);
  if (!(caught instanceof ApiFailure)) throw new Error('expected a failure of the API');
  return caught;
}

afterEach(() => vi.unstubAllGlobals());

describe('the API client', () => {
  it('sends JSON and reads JSON', async () => {
    const fetchMock = answer('{"id":"n_1"}', { status: 201 });
    expect(await api.post('/api/notes', { title: 'x' })).toEqual({ id: 'n_1' });
    const [path, init] = fetchMock.mock.calls[0] ?? [];
    expect(path).toBe('/api/notes');
    expect(init?.body).toBe('{"title":"x"}');
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
  });

  it('sends no content type without a body and understands an empty answer', async () => {
    const fetchMock = answer(null, { status: 204 });
    expect(await api.delete('/api/notes/n_1')).toBeUndefined();
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).has('content-type')).toBe(false);
  });

  it('leaves the content type of a form to the browser', async () => {
    const fetchMock = answer('{}');
    await openApi('POST', '/api/files', { body: new FormData() });
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).has('content-type')).toBe(false);
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBeInstanceOf(FormData);
  });

  it('passes on the error of the server with its issues and the stored state', async () => {
    answer(
      JSON.stringify({
        error: { code: 'conflict', message: 'decided already', retryable: false },
        issues: [{ path: ['a', 0], message: 'too short' }],
        current: { status: 'denied' },
      }),
      { status: 409 },
    );
    const failure = await failureOf(api.post('/api/x', {}));
    expect(failure.status).toBe(409);
    expect(failure.error.code).toBe('conflict');
    expect(failure.issues).toEqual([{ path: 'a.0', message: 'too short' }]);
    expect(failure.current).toEqual({ status: 'denied' });
  });

  it.each([
    [401, 'unauthorized'],
    [413, 'payload_too_large'],
    [429, 'rate_limited'],
    [502, 'unavailable'],
    [418, 'unknown'],
  ])('names a %i that is not ours %s', async (status, code) => {
    answer('<html>proxy</html>', { status });
    expect((await failureOf(api.get('/api/x'))).error.code).toBe(code);
  });

  it('reads how long to wait', async () => {
    answer(JSON.stringify({ error: { code: 'rate_limited', message: 'slow down', retryable: true } }), {
      status: 429,
      headers: { 'retry-after': '30' },
    });
    expect((await failureOf(api.get('/api/x'))).error.retryAfterMs).toBe(30_000);
  });

  it('turns a dead connection and a broken body into failures', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const dead = await failureOf(api.get('/api/x'));
    expect([dead.status, dead.error.code, dead.error.retryable]).toEqual([0, 'unavailable', true]);
    answer('{"cut');
    expect((await failureOf(api.get('/api/x'))).error.code).toBe('unavailable');
  });

  it('tells an abort from a dead connection', () => {
    expect(toApiFailure(new DOMException('stop', 'AbortError')).error.code).toBe('user_aborted');
  });
});
