import { MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import type { EmbeddingRequest } from '../ports';
import { lookUpJson } from './http';
import { lookupContext, type ProviderConnection } from './provider-connection';
import { redactFailure } from './redact-failure';

/** A local server may have to load the model first. */
const timeoutMs = 60_000;

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'number' && Number.isFinite(part));

/** One vector for each text, all of one length; anything else is refused. */
export function checkVectors(value: unknown, of: { count: number; providerId: string }): number[][] {
  const vectors = Array.isArray(value) && value.length === of.count && value.every(isVector) ? value : null;
  if (vectors !== null && new Set(vectors.map((vector) => vector.length)).size <= 1) return vectors;
  const message = 'the provider did not answer with a vector for each text';
  throw new MetonaFailure({
    code: MetonaErrorCode.INVALID_RESPONSE,
    message,
    provider: of.providerId,
    retryable: true,
  });
}

export interface EmbeddingQuestion {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  /** The list of vectors in an answer. */
  readonly vectorsOf: (answer: unknown) => unknown;
}

/** Asks a server for the vectors of some texts. */
export function askForVectors(
  connection: ProviderConnection,
  { texts, signal }: EmbeddingRequest,
  question: EmbeddingQuestion,
): Promise<number[][]> {
  const { redaction, dependencies, baseUrl, providerId } = connection;
  const context = { ...lookupContext(connection, signal === undefined ? {} : { signal }), timeoutMs };
  return redactFailure(redaction, dependencies, async () => {
    const answer = await lookUpJson(context, baseUrl + question.path, {
      method: 'POST',
      headers: { ...question.headers, 'content-type': 'application/json' },
      body: JSON.stringify(question.body),
      firstByteTimeoutMs: timeoutMs,
    });
    return checkVectors(question.vectorsOf(answer), { count: texts.length, providerId });
  });
}
