import type { AnswerState, StateBlock } from './provider-state';

type Fields = Record<string, unknown>;

export interface OpenBlock {
  readonly type: string;
  readonly id: string;
  /** Thinking, or sealed data. */
  readonly pieces: string[];
  signature: string;
  textLength: number;
  /** Input that came with the start of a call; pieces that follow replace it. */
  startInput: Fields | undefined;
}

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The blocks of one answer by index, as far as they matter when the answer is sent back. */
export class AnswerBlocks {
  readonly #blocks = new Map<number, OpenBlock>();

  open(index: number, start: Fields): OpenBlock {
    const input = start.input;
    const hasInput =
      start.type === 'tool_use' && typeof input === 'object' && input !== null && Object.keys(input).length > 0;
    const block: OpenBlock = {
      type: word(start.type),
      id: word(start.id),
      pieces: [word(start.thinking) || word(start.data)],
      signature: word(start.signature),
      textLength: 0,
      startInput: hasInput ? (input as Fields) : undefined,
    };
    this.#blocks.set(index, block);
    return block;
  }

  find(index: number): OpenBlock | undefined {
    return this.#blocks.get(index);
  }

  indexes(): number[] {
    return [...this.#blocks.keys()];
  }

  /** Undefined when nothing in the answer is sealed: then there is nothing to give back. */
  state(): AnswerState | undefined {
    const inOrder = [...this.#blocks].sort(([left], [right]) => left - right);
    const blocks = inOrder.flatMap(([, block]) => stateOf(block) ?? []);
    const isSealed = blocks.some(({ type }) => type === 'thinking' || type === 'redacted_thinking');
    return isSealed ? { blocks } : undefined;
  }
}

function stateOf(block: OpenBlock): StateBlock | undefined {
  const content = block.pieces.join('');
  switch (block.type) {
    case 'thinking':
      return block.signature === '' ? undefined : { type: 'thinking', thinking: content, signature: block.signature };
    case 'redacted_thinking':
      return content === '' ? undefined : { type: 'redacted_thinking', data: content };
    case 'text':
      return block.textLength === 0 ? undefined : { type: 'text', length: block.textLength };
    case 'tool_use':
      return { type: 'tool_use', id: block.id };
    default:
      return undefined;
  }
}
