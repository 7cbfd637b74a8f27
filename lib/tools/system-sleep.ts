import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from './define-tool';

/** Offered only where scripted models are: something slow and harmless to time out, cancel and interrupt. */
export const systemSleep = defineTool({
  name: 'system.sleep',
  description: 'Waits for the given number of milliseconds.',
  input: z.object({ ms: z.number().int().min(0).max(600_000).describe('How long to wait, in milliseconds') }),
  category: 'custom',
  riskLevel: 'safe',
  execute: async ({ ms }, { signal }) => {
    await sleep(ms, undefined, { signal });
    return { slept_ms: ms };
  },
});
