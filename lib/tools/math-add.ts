import { z } from 'zod';
import { defineTool } from './define-tool';

export const mathAdd = defineTool({
  name: 'math.add',
  description: 'Adds two numbers and returns the sum; for more than that use calculate.',
  input: z.object({ left: z.number().describe('First summand'), right: z.number().describe('Second summand') }),
  category: 'calculation',
  riskLevel: 'safe',
  execute: async ({ left, right }) => ({ sum: left + right }),
  summarize: ({ sum }) => String(sum),
});
