import { z } from 'zod';
import type { MetonaMessage } from '@/lib/ir';

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({ type: z.literal('text'), length: z.number().int().nonnegative() }),
  z.object({ type: z.literal('tool_use'), id: z.string() }),
]);
const stateSchema = z.object({ blocks: z.array(blockSchema) });

/** The blocks of one answer in their order: sealed thinking as it is, and where text and calls stood between. */
export type AnswerState = z.infer<typeof stateSchema>;
export type StateBlock = z.infer<typeof blockSchema>;

export interface StateOwner {
  readonly providerId: string;
  readonly model: string;
}

/** What this provider and model left behind in a message; undefined for what others left. */
export function readState({ providerState }: MetonaMessage, owner: StateOwner): AnswerState | undefined {
  if (providerState?.provider !== owner.providerId || providerState.model !== owner.model) return undefined;
  return stateSchema.safeParse(providerState.data).data;
}
