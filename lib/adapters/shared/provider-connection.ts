import { type MetonaCallOptions, MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import { type AdapterConfig, type AdapterDependencies, type AdapterSettings, defaultTimeouts } from '../ports';
import type { PreparedRequest } from './attempt';
import { normalizeBaseUrl } from './base-url';
import { type LookupContext, lookUpJson } from './http';
import { createKeyRedaction, type KeyRedaction } from './key-redaction';

type Headers = Record<string, string>;

/** Where one provider is spoken to, and with which key. */
export interface ProviderConnection {
  readonly providerId: string;
  readonly baseUrl: string;
  /** Empty where there is none. */
  readonly apiKey: string;
  readonly redaction: KeyRedaction;
  readonly dependencies: AdapterDependencies;
  readonly settings: AdapterSettings;
  /** The longest that a model may be silent; a port with limits of its own must leave that much room. */
  readonly roomMs: number;
}

/** What a provider asks of its address and its key. */
export interface ConnectionTerms {
  readonly displayName: string;
  readonly needsKey: boolean;
  readonly defaultBaseUrl: string | null;
  /** Endings of known endpoints that people paste beside the address. */
  readonly endpoints: readonly string[];
  readonly basePath?: string;
}

/** Throws `MetonaFailure` for a missing or malformed base URL and for a missing key. */
export function openConnection(
  terms: ConnectionTerms,
  config: AdapterConfig,
  dependencies: AdapterDependencies,
): ProviderConnection {
  const { providerId, apiKey = '', settings = {} } = config;
  const baseUrl = normalizeBaseUrl(config.baseUrl ?? terms.defaultBaseUrl ?? '', terms.endpoints, terms.basePath);
  if (terms.needsKey && apiKey === '') {
    const message = `${terms.displayName} needs an API key`;
    throw new MetonaFailure({ code: MetonaErrorCode.AUTH_INVALID, message, provider: providerId, retryable: false });
  }
  const redaction = createKeyRedaction(apiKey);
  const roomMs = { ...defaultTimeouts, ...dependencies.timeouts }.thinkingIdleMs;
  return { providerId, baseUrl, apiKey, redaction, dependencies, settings, roomMs };
}

export function lookupContext(
  { providerId, dependencies: { http, now } }: ProviderConnection,
  { signal }: MetonaCallOptions = {},
): LookupContext {
  return { http, now, providerId, ...(signal !== undefined && { signal }) };
}

export interface ServerQuestion extends MetonaCallOptions {
  readonly path: string;
  readonly headers: Headers;
}

/** A small question beside a model call. Rejects with `MetonaFailure`, whose message is not yet redacted. */
export function askServer(connection: ProviderConnection, { path, headers, ...options }: ServerQuestion) {
  return lookUpJson(lookupContext(connection, options), connection.baseUrl + path, { method: 'GET', headers });
}

export interface ModelQuestion {
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The request of a model call. */
export function prepareJson(
  { baseUrl, roomMs }: ProviderConnection,
  { path, headers, body }: ModelQuestion,
): PreparedRequest {
  return {
    url: baseUrl + path,
    http: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      firstByteTimeoutMs: roomMs,
      idleTimeoutMs: roomMs,
    },
  };
}
