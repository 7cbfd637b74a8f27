import type { IMetonaProviderAdapter, MetonaModelInfo } from '@/lib/ir';

/** Response headers by case-insensitive name, as `Headers` offers them. */
export interface HttpHeaders {
  get(name: string): string | null;
}

/**
 * One request to a provider. `signal` must reach the socket. The adapter keeps time itself; the two limits only tell a
 * port with limits of its own to leave that much room.
 */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly firstByteTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
}

/** What came back; `body` may throw when the connection breaks. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The one way out of an adapter. It follows no redirect and rejects when no response arrived. */
export type HttpPort = (url: string, request: HttpRequest) => Promise<HttpResponse>;

/** Waits of one attempt, in ms. Connecting itself is bounded by the HTTP port. */
export interface AdapterTimeouts {
  /** From the start of the request to the first event with content; keep-alives do not count. */
  readonly firstEventMs: number;
  /** Between two reads of the stream, whatever they hold. */
  readonly transportIdleMs: number;
  /** Between two events with content. */
  readonly semanticIdleMs: number;
  /** The same while the model thinks; also the wait for a whole answer that is not streamed. */
  readonly thinkingIdleMs: number;
}

export const defaultTimeouts: AdapterTimeouts = {
  firstEventMs: 120_000,
  transportIdleMs: 60_000,
  semanticIdleMs: 180_000,
  thinkingIdleMs: 300_000,
};

/** Everything an adapter needs from outside. */
export interface AdapterDependencies {
  readonly http: HttpPort;
  /** Mints the id of a tool call (`tc_…`); never returns the same id twice. */
  readonly ids: () => string;
  /** Unix ms. */
  readonly now: () => number;
  /** Overrides of `defaultTimeouts`. */
  readonly timeouts?: Partial<AdapterTimeouts>;
  /** A second redaction for error texts, beside the exact key that an adapter always removes itself. */
  readonly redact?: (text: string) => string;
  /** Fetches a public image for providers that take only bytes; without it such an image is a typed failure. */
  readonly downloadImage?: (url: string, signal: AbortSignal) => Promise<Uint8Array>;
  /** Offers the scripted models of the mock provider (`mock-slow`, `mock-fail-503`, …). */
  readonly testModels?: boolean;
}

/** What a user knows better about one model than the provider's list and the catalogue. */
export interface ModelOverride {
  /** Tokens. */
  readonly contextWindow?: number;
  /** Tokens. */
  readonly maxOutput?: number;
  readonly supportsImages?: boolean;
  readonly supportsToolCalling?: boolean;
  readonly supportsThinking?: boolean;
  readonly supportsStructuredOutput?: boolean;
}

/** What a user or an operator may set for a provider beside address and key. */
export interface AdapterSettings {
  /** Tokens; the window of a custom server's models when its list does not say. */
  readonly contextWindow?: number;
  /** Tokens; the most a custom server's models may write. */
  readonly maxOutput?: number;
  /** Tokens; the largest window asked of a local server, which costs memory. Default 32768. */
  readonly maxLocalContext?: number;
  /** How long a local server keeps the model loaded (`5m`, `-1`). */
  readonly keepAlive?: string;
  /** Which of its two protocols a provider is spoken to in, where it has two. */
  readonly mode?: 'openai' | 'anthropic';
  /** A custom server whose models write their thinking into the text, between `<think>` tags. */
  readonly inlineThinking?: boolean;
  /** A custom server without tool calling: calls are asked for and read as text. */
  readonly textToolCalls?: boolean;
  /** The name of a custom provider, for messages. */
  readonly displayName?: string;
  /** By model id. */
  readonly modelOverrides?: Readonly<Record<string, ModelOverride>>;
  /** Tokens by model id: the windows that the provider's list told when it was read last. */
  readonly listedWindows?: Readonly<Record<string, number>>;
}

/** The settings that a page may offer. */
export type AdapterSettingName = Exclude<keyof AdapterSettings, 'displayName' | 'modelOverrides' | 'listedWindows'>;

/**
 * Which adapter to make. `kind: 'custom'` makes the OpenAI-compatible one under any `providerId`; without it `providerId`
 * must be registered. `baseUrl` falls back to the provider's own.
 */
export interface AdapterConfig {
  readonly providerId: string;
  readonly kind?: 'custom';
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly settings?: AdapterSettings;
}

/** What a settings page needs to know about a registered provider before anything is configured. */
export interface ProviderDescriptor {
  readonly id: string;
  readonly displayName: string;
  readonly needsKey: boolean;
  /** `local`: runs on the user's machine. `offline`: needs no network at all. */
  readonly kind: 'hosted' | 'local' | 'offline';
  /** Null for a provider without an address. */
  readonly defaultBaseUrl: string | null;
  /** Where a person gets a key. */
  readonly keyUrl?: string;
  /** Where a person reads how to set a local provider up. */
  readonly setupUrl?: string;
  /** Null when only the server knows its models. */
  readonly defaultModel: string | null;
  readonly catalogue: readonly MetonaModelInfo[];
  /** Names of embedding models to offer, none where only the server knows them; absent where there are none at all. */
  readonly embeddingModels?: readonly string[];
  /** What there is to set beside address and key; nothing when absent. */
  readonly settings?: readonly AdapterSettingName[];
}

export interface EmbeddingRequest {
  readonly model: string;
  readonly texts: readonly string[];
  readonly signal?: AbortSignal;
}

/** Turns texts into vectors, one for each text in order, all of one length. Rejects with `MetonaFailure`. */
export type Embedder = (request: EmbeddingRequest) => Promise<number[][]>;

/** A line of the registry. */
export interface ProviderEntry {
  describe(options: { testModels: boolean }): ProviderDescriptor;
  create(config: AdapterConfig, dependencies: AdapterDependencies): IMetonaProviderAdapter;
  /** Absent for a provider without embedding models. */
  createEmbedder?(config: AdapterConfig, dependencies: AdapterDependencies): Embedder;
}
