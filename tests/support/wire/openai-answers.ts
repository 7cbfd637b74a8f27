import { calls, completion, delta, done, finish, opening } from './openai-bytes';
import { eventStream, jsonBody, type WireScript } from './script';

type Fields = Record<string, unknown>;

export interface OpenAiAnswer {
  readonly body: Fields;
  readonly thinks: boolean;
  readonly usage: Fields;
  /** How the usage arrives: with the finish, or in a chunk of its own. */
  readonly finishing: (word: string) => readonly string[];
}

function stream(pieces: readonly string[], word: string, { thinks, finishing }: OpenAiAnswer): WireScript {
  const thinking = thinks
    ? [delta({ content: null, reasoning_content: 'Let me ' }), delta({ content: null, reasoning_content: 'see.' })]
    : [];
  const first = { role: 'assistant', content: null, ...(thinks && { reasoning_content: '' }) };
  return eventStream(
    ': keep-alive\n\n',
    delta(first, { usage: null }),
    ...thinking,
    ...pieces,
    ...finishing(word),
    done,
  );
}

/** Calls the first offered tool once per user message, its arguments in pieces, then answers. */
export function answerOpenAi(answer: OpenAiAnswer): WireScript {
  const { body, thinks, usage } = answer;
  const messages = body.messages as Fields[];
  const tool = (body.tools as Fields[] | undefined)?.[0]?.function as Fields | undefined;
  if (body.stream === false) {
    const said = { content: 'Hello there.', ...(thinks && { reasoning_content: 'Let me see.' }) };
    return jsonBody({ ...completion(said, 'stop'), usage });
  }
  if (tool !== undefined && messages.at(-1)?.role === 'user') {
    const pieces = ['{"q":', '"map"}'].map((args) => calls({ index: 0, function: { arguments: args } }));
    const id = `call_wire_${messages.length}`;
    return stream([calls(opening([0, id, String(tool.name), ''])), ...pieces], 'tool_calls', answer);
  }
  return stream([delta({ content: 'Hello ' }), delta({ content: 'there.' })], 'stop', answer);
}

export const finishWithUsage =
  (usage: Fields) =>
  (word: string): readonly string[] => [finish(word, { usage })];
