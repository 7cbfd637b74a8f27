import type { MetonaError } from '@/lib/ir';

/** One field the server refused, by its path in the body. */
export interface ApiIssue {
  readonly path: string;
  readonly message: string;
}

interface ApiFailureDetails {
  readonly status: number;
  readonly issues?: readonly ApiIssue[];
  /** The stored state, on 409. */
  readonly current?: unknown;
}

/** What every call of this client rejects with: never a bare network error, never an unread body. */
export class ApiFailure extends Error {
  readonly error: MetonaError;
  /** 0 when no answer came at all. */
  readonly status: number;
  readonly issues: readonly ApiIssue[];
  readonly current: unknown;

  constructor(error: MetonaError, details: ApiFailureDetails) {
    super(error.message);
    this.name = 'ApiFailure';
    this.error = error;
    this.status = details.status;
    this.issues = details.issues ?? [];
    this.current = details.current;
  }
}

const codeByStatus: Readonly<Record<number, MetonaError['code']>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  421: 'misdirected_request',
  429: 'rate_limited',
  503: 'unavailable',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMetonaError(value: unknown): value is MetonaError {
  return isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string';
}

function parseIssues(value: unknown): ApiIssue[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((issue) => ({
    path: Array.isArray(issue.path) ? issue.path.join('.') : String(issue.path ?? ''),
    message: String(issue.message ?? ''),
  }));
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/** Reads a refused answer; a body that is not ours (a proxy's HTML page, nothing) becomes the code of its status. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => null);
  const wait = retryAfterMs(response);
  const fields = isRecord(body) ? body : {};
  const stated: MetonaError = isMetonaError(fields.error)
    ? fields.error
    : {
        code: codeByStatus[response.status] ?? (response.status >= 500 ? 'unavailable' : 'unknown'),
        message: `HTTP ${response.status}`,
        retryable: response.status >= 500 || response.status === 429,
      };
  const error = stated.retryAfterMs === undefined && wait !== undefined ? { ...stated, retryAfterMs: wait } : stated;
  return new ApiFailure(error, {
    status: response.status,
    issues: parseIssues(fields.issues),
    current: fields.current,
  });
}

/** Turns whatever was caught into a failure that can be shown. */
export function toApiFailure(caught: unknown): ApiFailure {
  if (caught instanceof ApiFailure) return caught;
  const message = caught instanceof Error ? caught.message : String(caught);
  const aborted = caught instanceof Error && caught.name === 'AbortError';
  return new ApiFailure(
    { code: aborted ? 'user_aborted' : 'unavailable', message, retryable: !aborted },
    { status: 0 },
  );
}

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ApiRequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request and returns the raw answer once it is known to be a good one; for event streams and downloads. */
export async function openApi(method: ApiMethod, path: string, options: ApiRequestOptions = {}): Promise<Response> {
  const { body } = options;
  // The browser names the type of these by itself.
  const ready = body instanceof FormData || body instanceof Blob ? body : undefined;
  const hasJson = body !== undefined && ready === undefined;
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(hasJson && { 'content-type': 'application/json' }), ...options.headers },
    ...(ready && { body: ready }),
    ...(hasJson && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  };
  const response = await fetch(path, init).catch((caught: unknown) => {
    throw toApiFailure(caught);
  });
  if (!response.ok) throw await readFailure(response);
  return response;
}

/** Calls the API and reads its JSON; an empty answer is `undefined`. Rejects with `ApiFailure` only. */
async function callApi<T>(method: ApiMethod, path: string, options: ApiRequestOptions = {}): Promise<T> {
  const response = await openApi(method, path, options);
  if (response.status === 204) return undefined as T;
  try {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch (caught) {
    throw toApiFailure(caught);
  }
}

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => callApi<T>('GET', path, signal ? { signal } : {}),
  post: <T>(path: string, body?: unknown) => callApi<T>('POST', path, { body }),
  put: <T>(path: string, body: unknown) => callApi<T>('PUT', path, { body }),
  patch: <T>(path: string, body: unknown) => callApi<T>('PATCH', path, { body }),
  delete: (path: string, body?: unknown) => callApi<undefined>('DELETE', path, { body }),
};
