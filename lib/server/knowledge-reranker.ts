import 'server-only';
import type { AdapterSource } from '@/lib/agent/ports';
import { MetonaFailure, type MetonaModelRef, type MetonaRequest } from '@/lib/ir';
import { type Reranker, readOrder, rerankMessage, rerankTask } from '@/lib/knowledge/retrieval/rerank';
import { productVersion } from './product-version';

/** A model that thinks needs some room before its numbers. */
const maxTokens = 2_000;
const limitMs = 15_000;

export interface RerankerDependencies {
  readonly adapters: AdapterSource;
  /** The model the user chose for this, null without one. */
  readonly chosenModel: (userId: string) => Promise<MetonaModelRef | null>;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

/** Null for a user who has chosen no model to look again at what was found. */
export type RerankerSource = (userId: string) => Promise<Reranker | null>;

export function createRerankerSource({ adapters, chosenModel, now, newId }: RerankerDependencies): RerankerSource {
  const requestOf = (model: string, content: string): MetonaRequest => ({
    meta: {
      sessionId: newId('s'),
      iteration: 1,
      requestId: newId('r'),
      timestamp: now(),
      agentVersion: productVersion(),
    },
    model,
    systemPrompt: { roleDefinition: rerankTask, outputConstraints: '', safetyGuidelines: '' },
    messages: [{ role: 'user', content, timestamp: now() }],
    params: { stream: false, thinkingEnabled: false, maxTokens },
  });

  return async (userId) => {
    const chosen = await chosenModel(userId);
    if (chosen === null) return null;
    return async (query, passages, outer) => {
      const signal = AbortSignal.any([outer, AbortSignal.timeout(limitMs)]);
      const adapter = await adapters.open(userId, chosen);
      const answer = await adapter.send(requestOf(chosen.model, rerankMessage(query, passages)), { signal });
      if (answer.error) throw new MetonaFailure(answer.error);
      const order = readOrder(answer.content, passages.length);
      if (order !== null) return order;
      throw new MetonaFailure({ code: 'invalid_response', message: 'The answer holds no order.', retryable: false });
    };
  };
}
