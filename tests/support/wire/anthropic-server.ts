import {
  blockDelta,
  blockStart,
  blockStop,
  callBlock,
  event,
  failure,
  message,
  messageEnd,
  messageStart,
  textBlock,
} from './anthropic-bytes';
import { checkMessagesBody, type MessagesModel } from './check-messages-body';
import { eventStream, jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest, type WireServer } from './wire-server';

type Fields = Record<string, unknown>;

export const anthropicKey = 'sk-wire-anthropic-7d31f0c2a94e';

const newest = { maxOutput: 128_000, refusesSampling: true } as const;
const models: Readonly<Record<string, MessagesModel>> = {
  'claude-sonnet-5-5': { ...newest, thinking: 'always' },
  'claude-opus-5-5': { ...newest, thinking: 'always' },
  'claude-haiku-5-5': { ...newest, thinking: 'adaptive' },
  'claude-haiku-4-5': { thinking: 'budget', maxOutput: 64_000, refusesSampling: false },
};

const opening = messageStart({
  input_tokens: 3,
  cache_read_input_tokens: 90,
  cache_creation_input_tokens: 7,
  output_tokens: 1,
});
const sealed = { type: 'redacted_thinking', data: 'c2VhbGVk' };

/** Thinking as it is signed: different for every answer. */
function signedThinking(count: number): Fields {
  return { type: 'thinking', thinking: 'Let me see.', signature: `c2lnbmVk${count}==` };
}

function streamThinking({ signature }: Fields): string {
  return [
    blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
    blockDelta(0, { type: 'thinking_delta', thinking: 'Let me ' }),
    event('ping'),
    blockDelta(0, { type: 'thinking_delta', thinking: 'see.' }),
    blockDelta(0, { type: 'signature_delta', signature }),
    blockStop(0),
  ].join('');
}

function isThinkingOn({ thinking, model }: Fields): boolean {
  const type = (thinking as Fields | undefined)?.type;
  return type === undefined ? models[String(model)]?.thinking === 'always' : type !== 'disabled';
}

/** Calls the first offered tool once per question, then answers; what it signs it expects back. */
function answerByItself(body: Fields, signed: Fields[][]): WireScript {
  const thought = isThinkingOn(body) ? [signedThinking(signed.length)] : [];
  const last = (body.messages as Fields[]).at(-1)?.content as Fields[];
  const tool = (body.tools as Fields[] | undefined)?.[0];
  const isQuestion = last.at(-1)?.type !== 'tool_result';
  const mayCall = (body.tool_choice as Fields | undefined)?.type !== 'none';
  const isCall = tool !== undefined && isQuestion && mayCall;
  const id = `toolu_wire_${signed.length}`;
  signed.push([
    ...thought,
    ...(isCall && thought.length > 0 ? [sealed] : []),
    ...(isCall ? [{ type: 'tool_use', id }] : []),
  ]);
  if (body.stream === false) return jsonBody(message([...thought, { type: 'text', text: 'Hello there.' }], 'end_turn'));
  const start = [opening, ...thought.map(streamThinking)];
  const end = { output_tokens: 20 };
  if (!isCall) return eventStream(...start, textBlock(1, 'Hello ', 'there.'), messageEnd('end_turn', end));
  const seal = thought.map(() => blockStart(1, sealed) + blockStop(1));
  const call = callBlock(2, [id, String(tool.name)], '', '{"q":', '"map"}');
  return eventStream(...start, ...seal, call, messageEnd('tool_use', end));
}

function listModels({ query }: WireRequest): WireScript {
  const ids = Object.keys(models);
  const start = ids.indexOf(query.get('after_id') ?? '') + 1;
  // Pages of two, whatever was asked for: the list is not complete after the first.
  const page = ids.slice(start, start + 2);
  const data = page.map((id) => ({
    type: 'model',
    id,
    display_name: id,
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
  }));
  return jsonBody({ data, has_more: start + 2 < ids.length, first_id: page[0], last_id: page.at(-1) });
}

/** Anthropic at wire level: it refuses what the real one refuses, and changed thinking above all. */
export function startAnthropicServer(): Promise<WireServer> {
  const signed: Fields[][] = [];
  return startWireServer((request, queued) => {
    if (request.headers['x-api-key'] !== anthropicKey) {
      return jsonBody(
        failure('authentication_error', `invalid x-api-key ${String(request.headers['x-api-key'])}`),
        401,
      );
    }
    if (request.headers['anthropic-version'] !== '2023-06-01') {
      return jsonBody(failure('invalid_request_error', 'anthropic-version: header is required'), 400);
    }
    if (request.path === '/v1/models') return listModels(request);
    if (request.path !== '/v1/messages' || request.method !== 'POST') {
      return jsonBody(failure('not_found_error', 'Not Found'), 404);
    }
    const { body } = request;
    if (body === undefined) return jsonBody(failure('invalid_request_error', 'could not parse the body'), 400);
    const problem = checkMessagesBody(body, { models, signed });
    if (problem?.endsWith('not found')) return jsonBody(failure('not_found_error', problem), 404);
    if (problem !== undefined) return jsonBody(failure('invalid_request_error', problem), 400);
    return queued() ?? answerByItself(body, signed);
  });
}
