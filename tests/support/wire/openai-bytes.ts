type Fields = Record<string, unknown>;

const base = { id: 'cmpl_1', object: 'chat.completion.chunk', created: 1_796_000_000, model: 'wire-model' };

export const data = (value: unknown): string =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
export const done = 'data: [DONE]\n\n';

/** One chunk with a delta; `more` stands beside `choices`. */
export function delta(fields: Fields, more: Fields = {}): string {
  return data({ ...base, choices: [{ index: 0, delta: fields, finish_reason: null }], ...more });
}

export function finish(word: string, more: Fields = {}): string {
  return data({ ...base, choices: [{ index: 0, delta: {}, finish_reason: word }], ...more });
}

/** One delta whose call entries are the arguments. */
export const calls = (...entries: readonly Fields[]): string => delta({ tool_calls: entries });

/** A first fragment of a call: position, id, name, argument text. */
export function opening([index, id, name, args]: readonly [number, string, string, string]): Fields {
  return { index, id, type: 'function', function: { name, arguments: args } };
}

export const fragment = (index: number, args: string): Fields => ({ index, function: { arguments: args } });

export function usageOf(input: number, output: number, more: Fields = {}): Fields {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...more };
}

/** A whole answer that is not streamed. */
export function completion(message: Fields, word: string): Fields {
  return {
    ...base,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: word }],
    usage: usageOf(9, 2),
  };
}

export function errorBody(message: string, more: Fields = {}): Fields {
  return { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } };
}
