import {
  type IMetonaProviderAdapter,
  type MetonaCallOptions,
  MetonaFailure,
  type MetonaModelInfo,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
} from '@/lib/ir';
import { type AdapterDependencies, defaultTimeouts, type ProviderEntry } from '../ports';
import { AnswerRecorder } from '../shared/answer-recorder';
import { withAbort } from '../shared/http';
import { createKeyRedaction } from '../shared/key-redaction';
import { AttemptTimers } from '../shared/stream-timers';
import { createToolNameCodec } from '../shared/tool-name-codec';
import { embedWords } from './embed';
import { mockModels, mockTestModels } from './models';
import { type Pause, play } from './play';

const providerId = 'mock';

function offeredModels(testModels: boolean): readonly MetonaModelInfo[] {
  return testModels ? [...mockModels, ...mockTestModels] : mockModels;
}

function pauseUntil(signal: AbortSignal): Pause {
  return (ms) => {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    return withAbort(waited, signal).finally(() => clearTimeout(timer));
  };
}

/** Deterministic and offline: speaks `/tool name {json}`, answers everything else with a text about itself. */
class MockAdapter implements IMetonaProviderAdapter {
  readonly providerId = providerId;
  readonly supportedModels: string[];
  readonly #models: readonly MetonaModelInfo[];
  readonly #dependencies: AdapterDependencies;

  constructor(dependencies: AdapterDependencies) {
    this.#dependencies = dependencies;
    this.#models = offeredModels(dependencies.testModels ?? false);
    this.supportedModels = this.#models.map((model) => model.id);
  }

  getContextWindow(model: string): number {
    return (this.#models.find((entry) => entry.id === model) ?? mockModels[0])?.contextWindow ?? 0;
  }

  async healthCheck(): Promise<boolean> {
    return true;
  }

  async listModels(): Promise<MetonaModelInfo[]> {
    return [...this.#models];
  }

  async send(request: MetonaRequest, options: MetonaCallOptions = {}): Promise<MetonaResponse> {
    const response = await this.#perform(request, () => undefined, options);
    if (response.error !== undefined) throw new MetonaFailure(response.error);
    return response;
  }

  sendStream(
    request: MetonaRequest,
    onEvent: (event: MetonaStreamEvent) => void,
    options: MetonaCallOptions = {},
  ): Promise<MetonaResponse> {
    return this.#perform(request, onEvent, options);
  }

  async #perform(
    request: MetonaRequest,
    onEvent: (event: MetonaStreamEvent) => void,
    options: MetonaCallOptions,
  ): Promise<MetonaResponse> {
    const { now, ids, testModels } = this.#dependencies;
    const timers = new AttemptTimers({
      timeouts: defaultTimeouts,
      isStreaming: true,
      ...(request.constraints?.timeoutMs !== undefined && { totalMs: request.constraints.timeoutMs }),
      ...(options.signal !== undefined && { signal: options.signal }),
    });
    const redaction = createKeyRedaction(undefined);
    const codec = createToolNameCodec([]);
    const recorder = new AnswerRecorder({ request, providerId, now, mintId: ids, codec, redaction, onEvent });
    try {
      for await (const part of play(request, pauseUntil(timers.signal), testModels ?? false)) {
        if (part.type === 'fault') return recorder.fail(part.error);
        if (part.type !== 'end') recorder.accept(part);
      }
      return recorder.succeed();
    } catch (thrown) {
      if (!(thrown instanceof MetonaFailure)) throw thrown;
      return recorder.fail(thrown.error);
    } finally {
      timers.stop();
    }
  }
}

export const mockProvider: ProviderEntry = {
  describe: ({ testModels }) => ({
    id: providerId,
    displayName: 'Mock',
    needsKey: false,
    kind: 'offline',
    defaultBaseUrl: null,
    defaultModel: 'mock-1',
    catalogue: offeredModels(testModels),
    embeddingModels: ['mock-embed'],
  }),
  create: (_config, dependencies) => new MockAdapter(dependencies),
  createEmbedder: () => embedWords,
};
