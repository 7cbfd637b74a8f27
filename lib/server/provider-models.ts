import 'server-only';
import { z } from 'zod';
import { type IMetonaProviderAdapter, MetonaFailure, metonaErrorSchema, metonaModelInfoSchema } from '@/lib/ir';
import type { KnownProvider } from './provider-directory';

export const modelListSchema = z.object({
  items: z.array(metonaModelInfoSchema),
  /** False: the provider could not be asked, these are the models known without it. */
  live: z.boolean(),
  error: metonaErrorSchema.nullable(),
});
export type ModelList = z.infer<typeof modelListSchema>;

const listTimeoutMs = 15_000;

/** The provider's own list; when it cannot be had, what is known without it, and why. */
export async function listModels(
  provider: KnownProvider,
  open: () => Promise<IMetonaProviderAdapter>,
): Promise<ModelList> {
  try {
    const adapter = await open();
    return { items: await adapter.listModels({ signal: AbortSignal.timeout(listTimeoutMs) }), live: true, error: null };
  } catch (thrown) {
    const late = { code: 'network_timeout' as const, message: 'The provider did not answer in time.', retryable: true };
    const error = thrown instanceof MetonaFailure ? thrown.error : late;
    return { items: [...(provider.descriptor?.catalogue ?? [])], live: false, error };
  }
}
