import { z } from 'zod';

export const metonaMemoryTypeSchema = z.enum(['episodic', 'semantic', 'working']);
export const metonaMemorySourceSchema = z.enum(['user_input', 'tool_result', 'agent_thought', 'imported']);

/** Why a memory is in the archive: nothing there is used, all of it can be taken back. */
export const metonaArchiveReasonSchema = z.enum(['expired', 'duplicate', 'faded', 'session_deleted', 'user']);
export type MetonaArchiveReason = z.infer<typeof metonaArchiveReasonSchema>;

/**
 * One memory. `importance` and `relevanceScore` lie in 0…1; times are Unix ms; `relevanceScore` only in search results.
 * `working` belongs to its session and runs out, `episodic` is what happened and when, `semantic` is a fact.
 */
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
  status: z.enum(['active', 'proposed', 'archived']).optional(),
  archivedReason: metonaArchiveReasonSchema.optional(),
  /** The memory that says the same, when it was archived for that. */
  duplicateOf: z.string().optional(),
  createdAt: z.number(),
  expiresAt: z.number().optional(),
});
export type MetonaMemoryItem = z.infer<typeof metonaMemoryItemSchema>;
