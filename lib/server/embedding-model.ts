import 'server-only';
import type { Embedder } from '@/lib/adapters';
import type { Logger } from '@/lib/agent/ports';
import type { MetonaError, MetonaModelRef } from '@/lib/ir';
import { isFailure } from './http/problem';

/** What a search waits for at most before it looks for words only. */
const queryLimitMs = 1_000;
/** How long a model that did not answer is left alone by those who wait. */
const coolDownMs = 60_000;

export interface EmbeddingModelDependencies {
  readonly openEmbedder: (userId: string, providerId: string) => Promise<Embedder>;
  /** The embedding model the user chose, null without one. */
  readonly chosenModel: (userId: string) => Promise<MetonaModelRef | null>;
  readonly now: () => number;
  readonly log: Logger;
}

/** A query as the chosen model sees it; `model` is the name vectors are kept under. */
export interface QueryVector {
  readonly model: string;
  readonly vector: readonly number[];
}

export const nameOf = ({ provider, model }: MetonaModelRef) => `${provider}/${model}`;

const errorOf = (thrown: unknown): MetonaError =>
  isFailure(thrown)
    ? thrown.error
    : { code: 'unknown', message: thrown instanceof Error ? thrown.message : 'unknown', retryable: true };

/** Settles with the signal, even when what is waited for does not look at it. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/** The embedding models of users' choice, and what they last failed with. */
export function createEmbeddingModel({ openEmbedder, chosenModel, now, log }: EmbeddingModelDependencies) {
  const failures = new Map<string, { error: MetonaError; at: number }>();
  const keyOf = (userId: string, model: MetonaModelRef) => `${userId} ${nameOf(model)}`;

  const noteFailure = (userId: string, model: MetonaModelRef, thrown: unknown): void => {
    const error = errorOf(thrown);
    failures.set(keyOf(userId, model), { error, at: now() });
    log.warn({ userId, provider: model.provider, code: error.code }, 'an embedding model did not answer');
  };
  const embed = async (
    userId: string,
    model: MetonaModelRef,
    of: { texts: readonly string[]; signal: AbortSignal },
  ): Promise<number[][]> => {
    const ask = await openEmbedder(userId, model.provider);
    const found = await ask({ model: model.model, ...of });
    failures.delete(keyOf(userId, model));
    return found;
  };
  const failureOf = (userId: string, model: MetonaModelRef): MetonaError | null =>
    failures.get(keyOf(userId, model))?.error ?? null;

  return {
    chosen: chosenModel,
    embed,
    noteFailure,
    failureOf,

    /** Null when no model is chosen, when it does not answer in time, or when it just did not. */
    async embedQuery(userId: string, text: string): Promise<QueryVector | null> {
      const model = await chosenModel(userId);
      if (model === null) return null;
      const failed = failures.get(keyOf(userId, model));
      if (failed !== undefined && now() - failed.at < coolDownMs) return null;
      const signal = AbortSignal.timeout(queryLimitMs);
      try {
        const [vector] = await within(embed(userId, model, { texts: [text], signal }), signal);
        return vector === undefined ? null : { model: nameOf(model), vector };
      } catch (thrown) {
        noteFailure(userId, model, thrown);
        return null;
      }
    },
  };
}
export type EmbeddingModel = ReturnType<typeof createEmbeddingModel>;
