import type { BridgeSubject } from './bridge-wire';
import { answerChat, type ChatDialect, chatUsage, checkChatBody, createChatWire } from './chat-wire';
import { data, finish } from './openai-bytes';
import { jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest } from './wire-server';

type Fields = Record<string, unknown>;

const key = 'sk-or-v1-wire-93b6d8e07c4a';
const model = 'google/gemini-3.8-flash';
const models = [model, 'openai/gpt-oss-120b'];

const details = (text: string) => [
  { type: 'reasoning.text', text, signature: 'SIG==', format: 'google-gemini-v1', index: 0 },
];
const refuse = (code: number, message: string) => jsonBody({ error: { code, message } }, code);
const wire = createChatWire({
  reasoning: (text) => ({ content: '', reasoning: text, reasoning_details: details(text) }),
  finishing: (word) => [finish(word), data({ id: 'gen-wire', model: 'wire-model', choices: [], usage: chatUsage })],
  error: (code, message) => ({ error: { code, message }, choices: [] }),
});

/** What was signed comes back as it was, or not at all. */
function checkOwn(body: Fields): string | undefined {
  for (const { reasoning_details: given } of body.messages as Fields[]) {
    const isSigned = ((given as Fields[] | undefined) ?? []).every(({ signature }) => signature === 'SIG==');
    if (!isSigned) return 'Invalid `signature` in reasoning_details';
  }
  return undefined;
}

const dialect: ChatDialect = {
  models,
  modelsWithImages: [model],
  thinksByDefault: false,
  wire,
  whole: (reasoning, content) => ({ content, reasoning, reasoning_details: details(reasoning) }),
  callId: (count) => `tool_0_wire_${count}`,
  knownFields: ['stream_options', 'reasoning', 'seed', 'usage', 'provider'],
  also: checkOwn,
};

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  const { headers, path, method, body } = request;
  if (headers.authorization !== `Bearer ${key}`) return refuse(401, 'No auth credentials found');
  if (path === '/api/v1/models') {
    const list = models.map((id) => ({
      id,
      name: `The ${id}`,
      context_length: 1_048_576,
      architecture: { input_modalities: id === model ? ['text', 'image'] : ['text'], output_modalities: ['text'] },
      pricing: { prompt: '0.00000075', completion: '0.00000375' },
      top_provider: { max_completion_tokens: 65_536 },
      supported_parameters: ['tools', 'reasoning', 'temperature'],
    }));
    return jsonBody({ data: list });
  }
  if (path !== '/api/v1/chat/completions' || method !== 'POST' || body === undefined) return refuse(404, 'Not Found');
  if (!models.includes(String(body.model))) return refuse(404, `No endpoints found for ${String(body.model)}.`);
  const problem = checkChatBody(body, dialect);
  return problem === undefined ? (queued() ?? answerChat(body, dialect)) : refuse(400, problem);
}

/** OpenRouter at wire level. */
export const openRouterSubject: BridgeSubject = {
  providerId: 'openrouter',
  model,
  key,
  wire,
  isModelCall: (path) => path.endsWith('/chat/completions'),
  start: () => startWireServer(handle),
};
