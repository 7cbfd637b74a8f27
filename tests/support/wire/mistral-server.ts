import type { BridgeSubject } from './bridge-wire';
import { answerChat, type ChatDialect, checkChatBody, createChatWire, finishPlain } from './chat-wire';
import { jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest } from './wire-server';

type Fields = Record<string, unknown>;

const key = 'wire-mistral-7d20c9e4b1f85a36';
const model = 'mistral-medium-latest';
const models = [model, 'codestral-latest'];

const think = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }];
const refusal = (message: unknown, code = 'invalid_request') => ({
  object: 'error',
  message,
  type: 'invalid_request_error',
  param: null,
  code,
});
const wire = createChatWire({
  reasoning: (text) => ({ content: think(text) }),
  finishing: finishPlain,
  error: (code, message) => refusal(message, code),
});

/** Ids of nine characters, and nobody asks before the results of tools have been spoken about. */
function checkOwn(body: Fields): string | undefined {
  const messages = body.messages as Fields[];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'user' && messages[index - 1]?.role === 'tool')
      return "Unexpected role 'user' after role 'tool'";
    const ids = [message.tool_call_id, ...((message.tool_calls as Fields[] | undefined) ?? []).map(({ id }) => id)];
    const wrong = ids.find((id) => id !== undefined && !/^[a-zA-Z0-9]{9}$/.test(String(id)));
    if (wrong !== undefined) return `Tool call id was ${String(wrong)} but must be a-z, A-Z, 0-9, with a length of 9.`;
  }
  return undefined;
}

const dialect: ChatDialect = {
  models,
  modelsWithImages: [model],
  thinksByDefault: false,
  wire,
  whole: (thinking, text) => ({ content: [...think(thinking), { type: 'text', text }] }),
  callId: (count) => `wire${String(count).padStart(5, '0')}`,
  knownFields: ['random_seed', 'safe_prompt', 'prompt_mode', 'parallel_tool_calls'],
  also: checkOwn,
};

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  const { headers, path, method, body } = request;
  if (headers.authorization !== `Bearer ${key}`) return jsonBody({ detail: 'Unauthorized' }, 401);
  if (path === '/v1/models') {
    const card = { object: 'model', max_context_length: 262_144 };
    const able = { completion_chat: true, function_calling: true, vision: true };
    const data = models.map((id) => ({ ...card, id, capabilities: able }));
    return jsonBody({
      object: 'list',
      data: [...data, { ...card, id: 'mistral-embed', capabilities: { completion_chat: false } }],
    });
  }
  if (path !== '/v1/chat/completions' || method !== 'POST' || body === undefined)
    return jsonBody({ message: 'no Route matched with those values' }, 404);
  if (!models.includes(String(body.model)))
    return jsonBody(refusal(`Invalid model: ${String(body.model)}`, '1500'), 400);
  const problem = checkChatBody(body, dialect);
  return problem === undefined ? (queued() ?? answerChat(body, dialect)) : jsonBody(refusal(problem), 422);
}

/** Mistral at wire level. */
export const mistralSubject: BridgeSubject = {
  providerId: 'mistral',
  model,
  key,
  wire,
  isModelCall: (path) => path.endsWith('/chat/completions'),
  start: () => startWireServer(handle),
};
