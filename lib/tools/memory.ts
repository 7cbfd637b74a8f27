import { z } from 'zod';
import type { MemoryStore, RunnableTool, RunSettings } from '@/lib/agent/ports';
import { metonaMemoryTypeSchema } from '@/lib/ir';
import { defineTool } from './define-tool';

const dayMs = 86_400_000;

const saveInput = z.object({
  content: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .describe('What to remember, understandable without this conversation. Say dates in full for what happened.'),
  type: metonaMemoryTypeSchema
    .default('semantic')
    .describe(
      'semantic: a lasting fact or preference. episodic: something that happened. working: only for this conversation, forgotten after some days.',
    ),
  importance: z.number().min(0).max(1).default(0.5).describe('0 is trivial, 1 is vital'),
  expires_in_days: z
    .number()
    .positive()
    .max(3650)
    .optional()
    .describe('After how many days it is no longer true or needed; leave out for what lasts'),
});

/** Unless the user has switched to automatic, what a model wants to keep waits for the user as a proposal. */
const saveTool = (memories: MemoryStore, mode: RunSettings['memoryMode']) =>
  defineTool({
    name: 'memory.save',
    description: 'Proposes a lasting memory about the user or the task. The user may have to accept it first.',
    input: saveInput,
    category: 'database',
    riskLevel: 'low',
    permission: 'memory.write',
    idempotent: false,
    // What is kept at once speaks in later chats that no stranger has spoken in.
    asksAfterStrangers: mode === 'automatic',
    execute: async ({ expires_in_days: days, ...memory }, { userId, sessionId, messageId, now }) => {
      const saved = await memories.save(userId, {
        ...memory,
        source: 'agent_thought',
        status: mode === 'automatic' ? 'active' : 'proposed',
        sessionId,
        sourceMessageId: messageId,
        unlessKnown: true,
        ...(days !== undefined && { expiresAt: Math.round(now() + days * dayMs) }),
      });
      return { id: saved.id, status: saved.status ?? 'active' };
    },
  });

const searchTool = (memories: MemoryStore) =>
  defineTool({
    name: 'memory.search',
    render: 'table',
    description: 'Searches what the user has agreed to be remembered.',
    input: z.object({
      query: z.string().trim().min(1).max(400).describe('Words to look for'),
      limit: z.number().int().min(1).max(50).default(10).describe('How many memories to return'),
    }),
    category: 'search',
    riskLevel: 'safe',
    permission: 'memory.read',
    execute: async ({ query, limit }, { userId, sessionId }) => {
      const items = await memories.search(userId, query, { limit, sessionId });
      return {
        memories: items.map(({ id, type, content, importance, source, createdAt }) => ({
          id,
          type,
          content,
          importance,
          source,
          since: new Date(createdAt).toISOString().slice(0, 10),
        })),
      };
    },
    // What a model proposed may be what a page or a file made it propose.
    isUntrusted: ({ memories: found }) => found.some(({ source }) => source !== 'user_input'),
  });

export function createMemoryTools(memories: MemoryStore, mode: RunSettings['memoryMode']): RunnableTool[] {
  return mode === 'off' ? [] : [saveTool(memories, mode), searchTool(memories)];
}
