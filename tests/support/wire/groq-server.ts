import type { BridgeSubject } from './bridge-wire';
import { answerChat, type ChatDialect, chatUsage, checkChatBody, createChatWire } from './chat-wire';
import { errorBody, finish } from './openai-bytes';
import { jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest } from './wire-server';

const key = 'gsk_wire_4e1f7a90c2d8b635';
const model = 'openai/gpt-oss-120b';
const models = [model, 'llama-3.3-70b-versatile', 'whisper-large-v3'];

/** Its own envelope carries the usage. */
const finishing = (word: string) => [finish(word, { x_groq: { id: 'req_wire', usage: chatUsage } })];
const wire = createChatWire({ reasoning: (reasoning) => ({ reasoning }), finishing });

const dialect: ChatDialect = {
  models,
  modelsWithImages: ['llama-3.3-70b-versatile'],
  thinksByDefault: false,
  wire,
  whole: (reasoning, content) => ({ reasoning, content }),
  callId: (count) => `fc_wire_${count}`,
  knownFields: ['reasoning_format', 'parallel_tool_calls', 'seed', 'user'],
  also: (body) => {
    const efforts = ['low', 'medium', 'high', undefined];
    return efforts.includes(body.reasoning_effort as string) ? undefined : '`reasoning_effort` must be one of low, …';
  },
};

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  const { headers, path, method, body } = request;
  if (headers.authorization !== `Bearer ${key}`) {
    return jsonBody(errorBody('Invalid API Key', { code: 'invalid_api_key' }), 401);
  }
  if (path === '/openai/v1/models') {
    const data = models.map((id) => ({
      id,
      object: 'model',
      active: id !== 'whisper-large-v3',
      context_window: 131_072,
    }));
    return jsonBody({ object: 'list', data });
  }
  if (path !== '/openai/v1/chat/completions' || method !== 'POST' || body === undefined) {
    return jsonBody(errorBody('Unknown request URL', { code: 'unknown_url' }), 404);
  }
  if (!models.includes(String(body.model))) {
    const text = `The model \`${String(body.model)}\` does not exist or you do not have access to it.`;
    return jsonBody(errorBody(text, { code: 'model_not_found' }), 404);
  }
  const problem = checkChatBody(body, dialect);
  return problem === undefined ? (queued() ?? answerChat(body, dialect)) : jsonBody(errorBody(problem), 400);
}

/** Groq at wire level. */
export const groqSubject: BridgeSubject = {
  providerId: 'groq',
  model,
  key,
  wire,
  isModelCall: (path) => path.endsWith('/chat/completions'),
  start: () => startWireServer(handle),
};
