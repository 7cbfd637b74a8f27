import { z } from 'zod';

export const metonaMemoryTypeSchema = z.enum(['episodic', 'semantic', 'working']);
export const metonaMemorySourceSchema = z.enum(['user_input', 'tool_result', 'agent_thought', 'imported']);

/** One memory. `importance` and `relevanceScore` lie in 0…1; times are Unix ms; `relevanceScore` only in search results. */
export const metonaMemoryItemSchema = z.object({
  id: z.string(),
  type: metonaMemoryTypeSchema,
  content: z.string(),
  summary: z.string().optional(),
  source: metonaMemorySourceSchema,
  importance: z.number().min(0).max(1),
  relevanceScore: z.number().optional(),
  sessionId: z.string().optional(),
  sourceMessageId: z.string().optional(),
  status: z.enum(['active', 'proposed']).optional(),
  createdAt: z.number(),
  expiresAt: z.number().optional(),
});
export type MetonaMemoryItem = z.infer<typeof metonaMemoryItemSchema>;
