import type { MetonaModelInfo } from './model';
import type { MetonaRequest } from './request';
import type { MetonaResponse } from './response';
import type { MetonaStreamEvent } from './stream-event';

/** How a call ends early: the signal reaches the provider's socket at once. */
export interface MetonaCallOptions {
  readonly signal?: AbortSignal;
}

/**
 * One provider. An adapter makes exactly one attempt per call and never retries. `sendStream` calls `onEvent` in order
 * and resolves with a response that equals what its events add up to; a failed call ends in one `error` event and a
 * response with `finishReason: 'error'`, it does not reject. `send`, `listModels` reject with `MetonaFailure`.
 */
export interface IMetonaProviderAdapter {
  readonly providerId: string;
  /** Hints for a picker; ids outside the list are passed through. */
  readonly supportedModels: string[];
  /** Tokens; a safe default for unknown models. */
  getContextWindow(model: string): number;
  healthCheck(options?: MetonaCallOptions): Promise<boolean>;
  send(request: MetonaRequest, options?: MetonaCallOptions): Promise<MetonaResponse>;
  sendStream(
    request: MetonaRequest,
    onEvent: (event: MetonaStreamEvent) => void,
    options?: MetonaCallOptions,
  ): Promise<MetonaResponse>;
  listModels(options?: MetonaCallOptions): Promise<MetonaModelInfo[]>;
}
