import { z } from 'zod';
import { metonaMemoryItemSchema } from './memory';
import { metonaMessageSchema } from './message';
import { metonaSystemPromptSchema } from './request';
import { metonaToolDefSchema } from './tool-def';

/** What the context builder hands to a step. `usageRatio` is `estimatedTokens` over the model's context window. */
export const metonaContextSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  systemPrompt: metonaSystemPromptSchema,
  history: z.array(metonaMessageSchema),
  relevantMemories: z.array(metonaMemoryItemSchema),
  currentTask: z.object({ userInput: z.string(), iteration: z.number().int(), taskGoal: z.string().optional() }),
  availableTools: z.array(metonaToolDefSchema),
  estimatedTokens: z.number().int().nonnegative(),
  usageRatio: z.number().nonnegative(),
  needsCompression: z.boolean(),
});
export type MetonaContext = z.infer<typeof metonaContextSchema>;
