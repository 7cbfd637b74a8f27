import { z } from 'zod';
import { defineTool } from './define-tool';

export const systemEcho = defineTool({
  name: 'system.echo',
  description: 'Returns the given text unchanged.',
  input: z.object({ text: z.string().max(20_000).describe('The text to return') }),
  category: 'custom',
  riskLevel: 'safe',
  render: 'text',
  execute: async ({ text }) => ({ text }),
  summarize: ({ text }) => text,
});
