import { z } from 'zod';

/** Thinking as a card shows it; `durationMs` leaves out time spent waiting for a person. */
export const metonaThinkingSchema = z.object({
  content: z.string(),
  status: z.enum(['thinking', 'complete']),
  durationMs: z.number().nonnegative(),
  tokensUsed: z.number().int().nonnegative(),
});
export type MetonaThinking = z.infer<typeof metonaThinkingSchema>;
