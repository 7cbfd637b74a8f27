import type { MetonaMessage, MetonaToolChoice, MetonaToolDef } from '@/lib/ir';
import { describeResult, type HistoryTurn } from './repair-history';
import type { ToolCallFragment } from './tool-call-buffer';
import type { ToolNameCodec } from './tool-name-codec';

/*
 * Tools for models that cannot call any: the calls are fenced blocks of JSON in the text, in one format that is stated
 * in the system prompt, read here, and used again when the conversation is sent back.
 */
const fence = '```';
const openingFence = `${fence}tool_call`;
const longestFenceLine = 64;

function writeBlock(name: string, args: unknown): string {
  return `${openingFence}\n${JSON.stringify({ name, arguments: args })}\n${fence}`;
}

function describeChoice(choice: MetonaToolChoice | undefined, codec: ToolNameCodec): string {
  if (choice === undefined || choice === 'auto') return 'Call a tool only when it helps; otherwise just answer.';
  if (choice === 'none') return 'Call no tool now.';
  return choice === 'required' ? 'You must call a tool now.' : `You must call ${codec.toWire(choice.name)} now.`;
}

export interface ToolOffer {
  readonly tools: readonly MetonaToolDef[];
  readonly codec: ToolNameCodec;
  readonly choice: MetonaToolChoice | undefined;
}

/** The part of the system prompt that states tools and format. */
export function describeTextTools({ tools, codec, choice }: ToolOffer): string {
  const offered = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ name: codec.toWire(name), description, parameters }),
  );
  return [
    'You can call tools. To call one, write a fenced block like this, with the name of the tool and its arguments as JSON:',
    writeBlock('tool_name', { argument: 'value' }),
    'Each call is a block of its own. Stop after the last block: the results come in the next message, and you must not invent them.',
    describeChoice(choice, codec),
    'The tools, with the JSON Schema of their arguments, one per line:',
    ...offered,
  ].join('\n');
}

/** A history in which calls and their results are text. */
export function writeTextCalls(turns: readonly HistoryTurn[], codec: ToolNameCodec): HistoryTurn[] {
  return turns.flatMap((turn): HistoryTurn[] => {
    if (turn.calls.length === 0) return [turn];
    const blocks = turn.calls.map(({ call }) => writeBlock(codec.toWire(call.name), call.args));
    const said = [turn.message.content, ...blocks].filter((part) => part !== '').join('\n\n');
    const results = turn.calls.map(
      ({ call, result }) => `Result of ${codec.toWire(call.name)}:\n${describeResult(result)}`,
    );
    const { timestamp } = turn.message;
    const heard: MetonaMessage = { role: 'user', content: results.join('\n\n'), timestamp };
    return [
      { message: { ...turn.message, content: said }, calls: [] },
      { message: heard, calls: [] },
    ];
  });
}

function readCall(value: unknown): ToolCallFragment | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, arguments: args } = value as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string' || name === '') return undefined;
  return { name, args: typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args) };
}

/** The calls of one block; a broken one that still names its tool becomes a call that can be answered with an error. */
function readBlock(block: string): ToolCallFragment[] {
  try {
    const value: unknown = JSON.parse(block);
    return (Array.isArray(value) ? value : [value]).flatMap((entry) => readCall(entry) ?? []);
  } catch {
    const name = /"name"\s*:\s*"([^"\\]{1,200})"/.exec(block)?.[1];
    return name === undefined ? [] : [{ name, args: block }];
  }
}

export type TextOrCalls =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'call_fragments'; readonly fragments: readonly ToolCallFragment[] };

/** Takes the blocks out of a text that comes in pieces. Only a line that may become a fence is held back. */
export class TextToolCalls {
  #pending: string[] = [];
  #block: string[] | undefined;
  #isLineStart = true;
  #count = 0;

  push(text: string): TextOrCalls[] {
    const found: TextOrCalls[] = [];
    let rest = text;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      this.#readLine(this.#takePending() + rest.slice(0, end + 1), found);
      rest = rest.slice(end + 1);
      this.#isLineStart = true;
    }
    if (rest !== '') this.#pending.push(rest);
    if (this.#pending.length === 0 || this.#block !== undefined) return found;
    const start = this.#takePending();
    if (this.#mayBeFence(start)) this.#pending.push(start);
    else {
      found.push({ type: 'text', delta: start });
      this.#isLineStart = false;
    }
    return found;
  }

  /** What the end of the answer leaves over; a block that was never closed still counts. */
  flush(): TextOrCalls[] {
    const found: TextOrCalls[] = [];
    const rest = this.#takePending();
    if (rest !== '') this.#readLine(rest, found);
    if (this.#block !== undefined) this.#closeBlock('', found);
    return found;
  }

  #takePending(): string {
    const text = this.#pending.join('');
    this.#pending = [];
    return text;
  }

  #mayBeFence(start: string): boolean {
    if (!this.#isLineStart || start.length > longestFenceLine) return false;
    return openingFence.startsWith(start.trimStart()) || this.#isOpening(start);
  }

  #isOpening(line: string): boolean {
    return line.trim() === openingFence && this.#isLineStart;
  }

  #readLine(line: string, found: TextOrCalls[]): void {
    if (this.#block === undefined) {
      if (this.#isOpening(line)) this.#block = [];
      else found.push({ type: 'text', delta: line });
      return;
    }
    if (line.trim() === fence) this.#closeBlock(line, found);
    else this.#block.push(line);
  }

  #closeBlock(closing: string, found: TextOrCalls[]): void {
    const block = (this.#block ?? []).join('');
    this.#block = undefined;
    const fragments = readBlock(block).map((call) => {
      this.#count += 1;
      return { ...call, index: this.#count };
    });
    if (fragments.length > 0) found.push({ type: 'call_fragments', fragments });
    else found.push({ type: 'text', delta: `${openingFence}\n${block}${closing}` });
  }
}
