import { z } from 'zod';
import type { MemoryStore, RunnableTool, RunSettings } from '@/lib/agent/ports';
import { metonaMemoryTypeSchema } from '@/lib/ir';
import { defineTool } from './define-tool';

/** Unless the user has switched to automatic, what a model wants to keep waits for the user as a proposal. */
const saveTool = (memories: MemoryStore, mode: RunSettings['memoryMode']) =>
  defineTool({
    name: 'memory.save',
    description: 'Proposes a lasting memory about the user or the task. The user may have to accept it first.',
    input: z.object({
      content: z.string().trim().min(1).max(4000).describe('One self-contained sentence to remember'),
      type: metonaMemoryTypeSchema.default('semantic').describe('Kind of memory'),
      importance: z.number().min(0).max(1).default(0.5).describe('0 is trivial, 1 is vital'),
    }),
    category: 'database',
    riskLevel: 'low',
    permission: 'memory.write',
    idempotent: false,
    execute: async (memory, { userId, sessionId }) => {
      const status = mode === 'automatic' ? ('active' as const) : ('proposed' as const);
      const saved = await memories.save(userId, { ...memory, source: 'agent_thought', status, sessionId });
      return { id: saved.id, status };
    },
  });

const searchTool = (memories: MemoryStore) =>
  defineTool({
    name: 'memory.search',
    description: 'Searches what the user has agreed to be remembered.',
    input: z.object({
      query: z.string().trim().min(1).max(400).describe('Words to look for'),
      limit: z.number().int().min(1).max(50).default(10).describe('How many memories to return'),
    }),
    category: 'search',
    riskLevel: 'safe',
    permission: 'memory.read',
    execute: async ({ query, limit }, { userId }) => {
      const items = await memories.search(userId, query, limit);
      return { memories: items.map(({ id, type, content, importance }) => ({ id, type, content, importance })) };
    },
  });

export function createMemoryTools(memories: MemoryStore, mode: RunSettings['memoryMode']): RunnableTool[] {
  return mode === 'off' ? [] : [saveTool(memories, mode), searchTool(memories)];
}
