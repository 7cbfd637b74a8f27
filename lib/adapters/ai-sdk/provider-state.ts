import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { z } from 'zod';
import type { MetonaMessage } from '@/lib/ir';

const metadataSchema = z.record(z.string(), z.record(z.string(), z.json()));
const stateSchema = z.object({
  blocks: z.array(
    z.object({
      type: z.enum(['text', 'reasoning', 'call']),
      /** Characters of the message's text or reasoning that belong to this block. */
      length: z.number().int().nonnegative(),
      metadata: metadataSchema.optional(),
    }),
  ),
});
type StoredBlock = z.infer<typeof stateSchema>['blocks'][number];

/** A part of an answer as the provider wants it back. */
export type ReplayBlock =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly metadata?: SharedV4ProviderMetadata }
  | { readonly type: 'call'; readonly metadata?: SharedV4ProviderMetadata };

interface OpenBlock {
  readonly type: StoredBlock['type'];
  length: number;
  metadata?: object;
}

/**
 * Order and metadata (signatures above all) of an answer. The words themselves are in the message: blocks only say how
 * many of them are theirs.
 */
export class StateRecorder {
  readonly #blocks: OpenBlock[] = [];
  readonly #byId = new Map<string, OpenBlock>();

  addText(type: 'text' | 'reasoning', id: string, part: { delta?: string; metadata?: unknown }): void {
    const key = `${type} ${id}`;
    let block = this.#byId.get(key);
    // Words of another block in between: what follows is a block of its own.
    if (block === undefined || (part.delta && block !== this.#blocks.at(-1) && block.length > 0)) {
      block = { type, length: 0 };
      this.#blocks.push(block);
      this.#byId.set(key, block);
    }
    block.length += part.delta?.length ?? 0;
    keepMetadata(block, part.metadata);
  }

  addCall(metadata: unknown): void {
    const block: OpenBlock = { type: 'call', length: 0 };
    keepMetadata(block, metadata);
    this.#blocks.push(block);
  }

  /** Undefined when nothing but the words themselves has to go back. */
  state(): unknown {
    const isWorthIt = this.#blocks.some((block) => block.metadata !== undefined || block.type === 'reasoning');
    // A copy: packages go on writing into what they have given out.
    return isWorthIt ? JSON.parse(JSON.stringify({ blocks: this.#blocks })) : undefined;
  }
}

function keepMetadata(block: OpenBlock, metadata: unknown): void {
  if (typeof metadata === 'object' && metadata !== null) block.metadata = metadata;
}

/** The blocks of a message, if it was written by this very model and is still what it was. */
export function readReplayBlocks(
  { providerState, content, reasoningContent = '' }: MetonaMessage,
  asked: { readonly provider: string; readonly model: string },
): ReplayBlock[] | undefined {
  if (providerState?.provider !== asked.provider || providerState.model !== asked.model) return undefined;
  const state = stateSchema.safeParse(providerState.data);
  if (!state.success) return undefined;
  const words = { text: content, reasoning: reasoningContent };
  const used = { text: 0, reasoning: 0 };
  const blocks = state.data.blocks.map((block): ReplayBlock => {
    const metadata = block.metadata && { metadata: block.metadata as SharedV4ProviderMetadata };
    if (block.type === 'call') return { type: 'call', ...metadata };
    const start = used[block.type];
    used[block.type] += block.length;
    return { type: block.type, text: words[block.type].slice(start, used[block.type]), ...metadata };
  });
  const isWhole = used.text === content.length && used.reasoning === reasoningContent.length;
  return isWhole ? blocks : undefined;
}
