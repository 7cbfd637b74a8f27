import { z } from 'zod';

/** Prices per million tokens. `asOf` is the day on which they were true (ISO date), where that is known. */
export const metonaPricingSchema = z.object({
  inputPerMillion: z.number().nonnegative(),
  outputPerMillion: z.number().nonnegative(),
  currency: z.string(),
  asOf: z.string().optional(),
});
export type MetonaPricing = z.infer<typeof metonaPricingSchema>;

/** What a model can do. `contextWindow` and `maxOutput` are tokens. */
export const metonaModelInfoSchema = z.object({
  id: z.string(),
  providerId: z.string(),
  displayName: z.string(),
  contextWindow: z.number().int().positive(),
  maxOutput: z.number().int().positive(),
  supportsStreaming: z.boolean(),
  supportsThinking: z.boolean(),
  supportsImages: z.boolean(),
  supportsToolCalling: z.boolean(),
  supportsStructuredOutput: z.boolean(),
  pricing: metonaPricingSchema.optional(),
});
export type MetonaModelInfo = z.infer<typeof metonaModelInfoSchema>;
