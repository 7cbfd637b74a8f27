import { z } from 'zod';
import type { MetonaContext, MetonaMemoryItem, MetonaMessage, MetonaResponse, MetonaStoredMessage } from '@/lib/ir';
import type { RunnableTool } from './ports';
import type { RunSession } from './run-session';

const MAX_TEXT = 2_000;

/** The beginning of a text and how long it is, as it is kept with an attempt. */
const keptTextSchema = z.object({ text: z.string(), chars: z.number().int() });
export type KeptText = z.infer<typeof keptTextSchema>;

/**
 * What an attempt was built of: names of rows, never the rows. Nothing in it grows with the conversation, and what was
 * sent can be put together again from it.
 */
export const sentSchema = z.object({
  /** The last message of the path. */
  tail: z.string().optional(),
  summary: z.string().nullable().optional(),
  memories: z.array(z.string()).optional(),
  tools: z.array(z.string()).optional(),
  toolsHash: z.string().optional(),
  reminder: z.string().optional(),
  /** What tools had said about them; bounded by whoever says it. */
  briefing: z.string().optional(),
  /** Why another model than the chosen one is asked. */
  because: z.string().optional(),
  /** The only message of an attempt that sent no stored ones. */
  text: keptTextSchema.optional(),
  maxTokens: z.number().optional(),
  messages: z.number().int(),
  tokens: z.number().int(),
  window: z.number().int(),
});
export type Sent = z.infer<typeof sentSchema>;

/** What came back of an attempt whose answer is not among the messages. */
export const saidSchema = z.object({
  content: keptTextSchema,
  reasoning: keptTextSchema.optional(),
  calls: z.array(z.string()).optional(),
});
export type Said = z.infer<typeof saidSchema>;

export function keepText(text: string): KeptText {
  return { text: text.slice(0, MAX_TEXT).toWellFormed(), chars: text.length };
}

/** What a step is built of. */
interface Sources {
  readonly closing: boolean;
  readonly tools: ReadonlyMap<string, RunnableTool>;
  readonly history: readonly MetonaStoredMessage[];
  readonly memories: readonly MetonaMemoryItem[];
}

/** What one step sends to a model, by reference. */
export function describeSent(
  session: RunSession,
  step: Sources,
  of: { context: MetonaContext; window: number; reminder: string | undefined; briefing: string | undefined },
): Sent {
  const { context } = of;
  const offered = step.closing ? [] : [...step.tools.values()];
  return {
    tail: session.run.tailMessageId,
    summary: summaryOf(step.history)?.id ?? null,
    messages: context.history.length,
    tokens: context.estimatedTokens,
    window: of.window,
    ...(step.memories.length > 0 && { memories: step.memories.map((memory) => memory.id) }),
    ...(offered.length > 0 && {
      tools: offered.map((tool) => tool.def.name),
      toolsHash: session.runtime.hashArgs({ tools: offered.map((tool) => tool.identity) }),
    }),
    ...(of.briefing !== undefined && { briefing: of.briefing }),
    ...(of.reminder !== undefined && { reminder: of.reminder }),
    ...(session.because !== null && { because: session.because }),
  };
}

function summaryOf(history: readonly MetonaStoredMessage[]): MetonaMessage | undefined {
  return history.findLast((message) => message.status === 'summary');
}

export function describeSaid({ content, reasoningContent, toolCalls = [] }: MetonaResponse): Said {
  return {
    content: keepText(content),
    ...(reasoningContent !== undefined && { reasoning: keepText(reasoningContent) }),
    ...(toolCalls.length > 0 && { calls: toolCalls.map((call) => call.name) }),
  };
}
