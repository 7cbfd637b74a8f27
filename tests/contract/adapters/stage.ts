import { expect } from 'vitest';
import { type AdapterConfig, createAdapter } from '@/lib/adapters';
import type { IMetonaProviderAdapter, MetonaMessage, MetonaRequest, MetonaResponse, MetonaStreamEvent } from '@/lib/ir';
import { createSafeFetch } from '@/lib/net/safe-fetch';
import { wireRequest } from '@/tests/support/wire/drive-adapter';
import { brokenRules, tokensOf } from '@/tests/support/wire/event-notation';
import type { WireRequest, WireServer } from '@/tests/support/wire/wire-server';
import type { Subject } from './subjects';

export interface Asked {
  readonly events: MetonaStreamEvent[];
  readonly response: MetonaResponse;
  readonly kinds: string[];
}

/** A strict server on loopback, and an adapter that reaches it through the real HTTP port. */
export interface Stage {
  readonly server: WireServer;
  readonly adapter: IMetonaProviderAdapter;
  open(config?: Partial<AdapterConfig>): IMetonaProviderAdapter;
  request(more?: Partial<MetonaRequest>): MetonaRequest;
  ask(more?: Partial<MetonaRequest>, signal?: AbortSignal): Promise<Asked>;
  modelCalls(): WireRequest[];
  close(): Promise<void>;
}

let minted = 0;

export async function openStage(subject: Subject): Promise<Stage> {
  const server = await subject.start();
  const safe = createSafeFetch({ privateOrigins: [server.origin, 'http://127.0.0.1:9'], ownPorts: [] });
  const dependencies = { http: safe.fetch, ids: () => `tc_${++minted}`, now: Date.now };
  const open = (config: Partial<AdapterConfig> = {}) =>
    createAdapter({ ...subject.config(server.origin), ...config }, dependencies);
  const adapter = open();
  const request = (more: Partial<MetonaRequest> = {}) =>
    wireRequest({ model: subject.model, params: { thinkingEnabled: true }, ...more });
  return {
    server,
    adapter,
    open,
    request,
    async ask(more = {}, signal) {
      const events: MetonaStreamEvent[] = [];
      const options = signal === undefined ? {} : { signal };
      const response = await adapter.sendStream(request(more), (event) => events.push(event), options);
      expect(brokenRules(events, response)).toEqual([]);
      return { events, response, kinds: tokensOf(events).map(([kind]) => kind) };
    },
    modelCalls: () => server.requests.filter(({ path }) => path === subject.chatPath),
    async close() {
      await safe.close();
      await server.close();
    },
  };
}

/** An answer as the runtime keeps it. */
export function remember(response: MetonaResponse, provider: string): MetonaMessage {
  const { content, reasoningContent, toolCalls, providerState, meta } = response;
  return {
    role: 'assistant',
    content,
    timestamp: 1,
    answeredBy: { provider, model: meta.model },
    ...(reasoningContent !== undefined && { reasoningContent }),
    ...(toolCalls !== undefined && { toolCalls }),
    ...(providerState !== undefined && { providerState }),
  };
}
