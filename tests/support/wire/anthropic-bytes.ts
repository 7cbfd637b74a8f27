type Fields = Record<string, unknown>;

export const event = (type: string, more: Fields = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

export function messageStart(usage: Fields = { input_tokens: 5, output_tokens: 1 }): string {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'wire-model', content: [], usage };
  return event('message_start', { message });
}

export const blockStart = (index: number, block: Fields): string =>
  event('content_block_start', { index, content_block: block });
export const blockDelta = (index: number, delta: Fields): string => event('content_block_delta', { index, delta });
export const blockStop = (index: number): string => event('content_block_stop', { index });

export const textDelta = (index: number, text: string): string => blockDelta(index, { type: 'text_delta', text });
export const inputDelta = (index: number, json: string): string =>
  blockDelta(index, { type: 'input_json_delta', partial_json: json });

export const textBlock = (index: number, ...pieces: readonly string[]): string =>
  [
    blockStart(index, { type: 'text', text: '' }),
    ...pieces.map((piece) => textDelta(index, piece)),
    blockStop(index),
  ].join('');

export const callStart = (index: number, id: string, name: string): string =>
  blockStart(index, { type: 'tool_use', id, name, input: {} });

export const callBlock = (index: number, [id, name]: readonly [string, string], ...json: readonly string[]): string =>
  [callStart(index, id, name), ...json.map((piece) => inputDelta(index, piece)), blockStop(index)].join('');

/** Thinking in pieces; without a signature it is that of a server that signs nothing. */
export const thinkingBlock = (index: number, pieces: readonly string[], signature?: string): string =>
  [
    blockStart(index, { type: 'thinking', thinking: '', signature: '' }),
    ...pieces.map((thinking) => blockDelta(index, { type: 'thinking_delta', thinking })),
    ...(signature === undefined ? [] : [blockDelta(index, { type: 'signature_delta', signature })]),
    blockStop(index),
  ].join('');

export const redactedBlock = (index: number, data: string): string =>
  blockStart(index, { type: 'redacted_thinking', data }) + blockStop(index);

export const messageEnd = (reason: string, usage: Fields = { output_tokens: 4 }): string =>
  event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage }) + event('message_stop');

/** A whole answer that is not streamed. */
export function message(content: readonly Fields[], reason: string): Fields {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'wire-model',
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 4 },
  };
}

export const failure = (type: string, text: string): Fields => ({
  type: 'error',
  error: { type, message: text },
  request_id: 'req_wire',
});
