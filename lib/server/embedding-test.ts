import 'server-only';
import { z } from 'zod';
import type { Embedder } from '@/lib/adapters';
import { type MetonaError, metonaErrorSchema } from '@/lib/ir';
import { isFailure } from './http/problem';

const testTimeoutMs = 20_000;
const text = 'A sentence to try the model with. 用来测试模型的一句话。';

const name = z.string().trim().min(1).max(200);
export const embeddingTestBody = z.strictObject({ provider: name, model: name });
export const embeddingTestSchema = z.object({
  ok: z.boolean(),
  latency_ms: z.number(),
  /** How many numbers a vector has; 0 without one. */
  dimensions: z.number().int().nonnegative(),
  error: metonaErrorSchema.optional(),
});
type EmbeddingTest = z.infer<typeof embeddingTestSchema>;

function toError(thrown: unknown, signal: AbortSignal): MetonaError {
  if (signal.aborted) return { code: 'timeout', message: 'The model did not answer in time.', retryable: true };
  if (isFailure(thrown)) return thrown.error;
  return { code: 'unknown', message: 'The test failed for an unknown reason.', retryable: false };
}

export interface EmbeddingTestInput {
  readonly open: () => Promise<Embedder>;
  readonly model: string;
  readonly now: () => number;
}

/** Has one sentence made into a vector. Whatever goes wrong is the result, not a failure of the call. */
export async function testEmbedding({ open, model, now }: EmbeddingTestInput): Promise<EmbeddingTest> {
  const started = now();
  const signal = AbortSignal.timeout(testTimeoutMs);
  const end = (dimensions: number, error?: MetonaError): EmbeddingTest => ({
    ok: error === undefined,
    latency_ms: Math.max(0, now() - started),
    dimensions,
    ...(error && { error }),
  });
  try {
    const embed = await open();
    const [vector] = await embed({ model, texts: [text], signal });
    if (vector !== undefined && vector.length > 0) return end(vector.length);
    return end(0, { code: 'invalid_response', message: 'The model answered without a vector.', retryable: false });
  } catch (thrown) {
    return end(0, toError(thrown, signal));
  }
}
