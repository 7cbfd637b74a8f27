import { calls, delta, done, finish, fragment, opening, usageOf } from './wire/openai-bytes';
import { eventStream, type WireScript } from './wire/script';
import type { WireRequest } from './wire/wire-server';

interface CallOnWire {
  /** As the provider knows the tool. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const addition: CallOnWire = { name: 'math_add', args: { left: 1, right: 2 } };

const inPieces = (text: string, length: number): string[] => text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];

function deepSeekStream(thoughts: string, pieces: readonly string[], word: string): WireScript {
  return eventStream(
    delta({ role: 'assistant', content: null, reasoning_content: '' }),
    ...inPieces(thoughts, 2).map((reasoning_content) => delta({ content: null, reasoning_content })),
    ...pieces,
    finish(word, { usage: usageOf(30, 12) }),
    done,
  );
}

export function deepSeekCall(thoughts: string, ...wanted: readonly CallOnWire[]): WireScript {
  const pieces = (wanted.length > 0 ? wanted : [addition]).flatMap(({ name, args }, index) => [
    calls(opening([index, `call_0${index}_e2e`, name, ''])),
    calls(fragment(index, JSON.stringify(args))),
  ]);
  return deepSeekStream(thoughts, pieces, 'tool_calls');
}

export function deepSeekText(thoughts: string, text: string): WireScript {
  const pieces = inPieces(text, 16);
  return deepSeekStream(
    thoughts,
    pieces.map((content) => delta({ content, reasoning_content: null })),
    'stop',
  );
}

/** The thoughts that came back with the assistant's earlier messages, in either provider's words. */
export function returnedThoughts(request: WireRequest | undefined): unknown[] {
  const messages = Array.isArray(request?.body?.messages) ? request.body.messages : [];
  return messages
    .filter((message) => message.role === 'assistant')
    .map((message) => message.reasoning_content ?? message.thinking);
}

/** What was asked of a model since the request with this number. */
export function modelRequests(requests: readonly WireRequest[], from: number): WireRequest[] {
  return requests.slice(from).filter(({ path }) => /\/chat(\/completions)?$/.test(path));
}
