import 'server-only';
import { z } from 'zod';
import {
  type IMetonaProviderAdapter,
  type MetonaError,
  MetonaFailure,
  type MetonaRequest,
  metonaErrorSchema,
} from '@/lib/ir';
import type { KnownProvider } from './provider-directory';
import { type Hint, hintCodes, hintFor, hintOf } from './provider-hints';

export const providerTestSchema = z.object({
  ok: z.boolean(),
  latency_ms: z.number(),
  model: z.string().nullable(),
  error: metonaErrorSchema.optional(),
  hint: z.string().optional(),
  hint_code: z.enum(hintCodes).optional(),
});
export type ProviderTest = z.infer<typeof providerTestSchema>;

const testTimeoutMs = 30_000;
// Enough for models that think whatever they are told; smaller limits are refused by some.
const testMaxTokens = 256;

function tinyRequest(model: string, timestamp: number): MetonaRequest {
  return {
    meta: { sessionId: 'provider-test', iteration: 1, requestId: 'provider-test', timestamp, agentVersion: '1' },
    model,
    systemPrompt: { roleDefinition: '', outputConstraints: '', safetyGuidelines: '' },
    messages: [{ role: 'user', content: 'Answer with the one word OK.', timestamp }],
    params: { stream: false, thinkingEnabled: false, maxTokens: testMaxTokens },
  };
}

function toError(thrown: unknown, signal: AbortSignal): MetonaError {
  if (signal.aborted) return { code: 'timeout', message: 'The provider did not answer in time.', retryable: true };
  if (thrown instanceof MetonaFailure) return thrown.error;
  return { code: 'unknown', message: 'The test failed for an unknown reason.', retryable: false };
}

export interface ProviderTestInput {
  readonly kind: KnownProvider['kind'];
  readonly open: () => Promise<IMetonaProviderAdapter>;
  readonly model: string | null;
  readonly now: () => number;
  readonly timeoutMs?: number;
}

/** Sends one tiny real message. Whatever goes wrong is the result, not a failure of the call. */
export async function testProvider({
  kind,
  open,
  model,
  now,
  timeoutMs = testTimeoutMs,
}: ProviderTestInput): Promise<ProviderTest> {
  const started = now();
  const signal = AbortSignal.timeout(timeoutMs);
  let asked = model;
  const end = (error?: MetonaError, hint?: Hint): ProviderTest => {
    const result = { ok: error === undefined, latency_ms: Math.max(0, now() - started), model: asked };
    return error ? { ...result, error, ...(hint ?? hintFor(error, kind)) } : result;
  };
  try {
    const adapter = await open();
    asked ??= (await adapter.listModels({ signal }))[0]?.id ?? null;
    if (asked === null) {
      const missing = { code: 'model_not_found', message: 'The provider offers no model.', retryable: false } as const;
      return end(missing, hintOf(kind === 'local' ? 'local_model_missing' : 'no_model'));
    }
    const response = await adapter.send(tinyRequest(asked, now()), { signal });
    return end(response.error);
  } catch (thrown) {
    return end(toError(thrown, signal));
  }
}
