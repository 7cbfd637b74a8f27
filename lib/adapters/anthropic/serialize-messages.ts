import type { MetonaImageContent, MetonaMessage } from '@/lib/ir';
import { type AnsweredCall, describeResult, type HistoryTurn } from '../shared/repair-history';
import type { ToolNameCodec } from '../shared/tool-name-codec';
import { type AnswerState, readState, type StateOwner } from './provider-state';
import type { WireBlock, WireImageSource, WireMessage } from './types';

export interface HistoryContext {
  readonly owner: StateOwner;
  readonly codec: ToolNameCodec;
  /** Sealed thinking of this very model goes back. */
  readonly replaysThinking: boolean;
}

const goOn = 'Continue.';
const nothingSaid = '(no text)';

function serializeSource({ url }: MetonaImageContent): WireImageSource {
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(url);
  if (inline === null) return { type: 'url', url };
  return { type: 'base64', media_type: inline[1] ?? '', data: inline[2] ?? '' };
}

/** Blank text is refused, as is a message without blocks. */
function serializeText(text: string): WireBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function serializeUser(message: MetonaMessage): WireBlock[] {
  const images = (message.role === 'user' ? (message.images ?? []) : []).map(
    (image): WireBlock => ({ type: 'image', source: serializeSource(image) }),
  );
  const blocks = [...images, ...serializeText(message.content)];
  return blocks.length > 0 ? blocks : serializeText(nothingSaid);
}

function serializeCall({ call, wireId }: AnsweredCall, codec: ToolNameCodec): WireBlock {
  return { type: 'tool_use', id: wireId, name: codec.toWire(call.name), input: call.args };
}

function isThinking(block: AnswerState['blocks'][number]) {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

/** Whether the message still is what the state was taken from. */
function describes({ blocks }: AnswerState, { message, calls }: HistoryTurn): boolean {
  const length = blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.length : 0), 0);
  const ids = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const own = calls.map(({ call }) => call.providerCallId ?? '');
  return length === message.content.length && ids.length === own.length && ids.every((id, at) => id === own[at]);
}

/** The blocks of an answer in the order in which they came. */
function replay(state: AnswerState, turn: HistoryTurn, codec: ToolNameCodec): WireBlock[] {
  if (!describes(state, turn)) {
    return [...state.blocks.filter(isThinking), ...serializePlain(turn, codec)];
  }
  let offset = 0;
  let next = 0;
  return state.blocks.flatMap((block): WireBlock[] => {
    if (isThinking(block)) return [block];
    if (block.type === 'text') {
      const text = turn.message.content.slice(offset, offset + block.length);
      offset += block.length;
      return serializeText(text);
    }
    const call = turn.calls[next];
    next += 1;
    return call === undefined ? [] : [serializeCall(call, codec)];
  });
}

function serializePlain({ message, calls }: HistoryTurn, codec: ToolNameCodec): WireBlock[] {
  return [...serializeText(message.content), ...calls.map((call) => serializeCall(call, codec))];
}

function serializeAssistant(turn: HistoryTurn, { owner, codec, replaysThinking }: HistoryContext): WireBlock[] {
  const state = replaysThinking ? readState(turn.message, owner) : undefined;
  return state === undefined ? serializePlain(turn, codec) : replay(state, turn, codec);
}

function serializeResults(calls: readonly AnsweredCall[]): WireBlock[] {
  return calls.map(({ wireId, result }) => ({
    type: 'tool_result',
    tool_use_id: wireId,
    content: describeResult(result),
    ...(result?.success !== true && { is_error: true as const }),
  }));
}

/** Roles alternate and a person begins and ends: neighbours of one role are one message, results before all else. */
export function serializeMessages(turns: readonly HistoryTurn[], context: HistoryContext): WireMessage[] {
  const messages: { role: WireMessage['role']; content: WireBlock[] }[] = [];
  const append = (role: WireMessage['role'], blocks: readonly WireBlock[]) => {
    const last = messages.at(-1);
    if (blocks.length === 0) return;
    if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: [...blocks] });
  };
  for (const turn of turns) {
    if (turn.message.role !== 'assistant') append('user', serializeUser(turn.message));
    else {
      if (messages.length === 0) append('user', serializeText(goOn));
      append('assistant', serializeAssistant(turn, context));
      append('user', serializeResults(turn.calls));
    }
  }
  if (messages.at(-1)?.role !== 'user') append('user', serializeText(goOn));
  return messages;
}
