import { lastLine, piece, wholeCall } from './ollama-bytes';
import { jsonBody, lineStream, typed, type WireScript } from './script';
import { startWireServer, type WireRequest, type WireServer } from './wire-server';

type Fields = Record<string, unknown>;

const capabilities: Readonly<Record<string, readonly string[]>> = {
  'qwen3:8b': ['completion', 'tools', 'thinking'],
  'llava:7b': ['completion', 'vision'],
  'gemma:2b': ['completion'],
  'nomic-embed-text:latest': ['embedding'],
};
const acceptedName = /^[a-zA-Z0-9_-]{1,64}$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const refuse = (message: string, status = 400): WireScript => jsonBody({ error: message }, status);

function checkMessage(message: Fields, open: string[]): string | undefined {
  if (!['system', 'user', 'assistant', 'tool'].includes(String(message.role)))
    return `invalid role: ${String(message.role)}`;
  if (typeof message.content !== 'string')
    return 'cannot unmarshal into Go struct field ChatRequest.messages.content of type string';
  const images = Array.isArray(message.images) ? message.images : [];
  if (images.some((image) => !base64.test(String(image)))) return 'illegal base64 data at input byte 4';
  if (message.role === 'tool') {
    return open.shift() === message.tool_name ? undefined : 'wire: a tool result without its call, or out of order';
  }
  if (open.length > 0) return 'wire: tool calls are not all answered';
  for (const call of listOf(message.tool_calls)) {
    const inner = isFields(call.function) ? call.function : {};
    if (!acceptedName.test(String(inner.name))) return 'wire: a call without a valid name';
    if (!isFields(inner.arguments))
      return 'cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments';
    open.push(String(inner.name));
  }
  return undefined;
}

function checkBody(body: Fields, can: readonly string[]): string | undefined {
  if (typeof body.stream !== 'boolean') return 'wire: "stream" must be sent, its default is true';
  if (!isFields(body.options) || typeof body.options.num_ctx !== 'number')
    return 'wire: "options.num_ctx" must be sent';
  const { think } = body;
  if (think !== undefined && typeof think !== 'boolean' && !['low', 'medium', 'high', 'max'].includes(String(think)))
    return 'invalid think value';
  if (think && !can.includes('thinking')) return `"${String(body.model)}" does not support thinking`;
  if (body.tools !== undefined && !can.includes('tools')) return `${String(body.model)} does not support tools`;
  const open: string[] = [];
  for (const message of listOf(body.messages)) {
    const problem = checkMessage(message, open);
    if (problem !== undefined) return problem;
  }
  return open.length > 0 ? 'wire: tool calls are not all answered' : undefined;
}

/** Calls the first offered tool once per user message, then answers; thinks unless told not to. */
function answerByItself(body: Fields, can: readonly string[]): WireScript {
  const thinking =
    can.includes('thinking') && body.think !== false
      ? [piece({ thinking: 'Let me ' }), piece({ thinking: 'see.' })]
      : [];
  const messages = listOf(body.messages);
  const tool = listOf(body.tools)[0]?.function;
  if (body.stream === false) {
    const more = thinking.length > 0 ? { thinking: 'Let me see.' } : {};
    return typed(
      'application/json',
      lastLine('stop', { message: { role: 'assistant', content: 'Hello there.', ...more } }),
    );
  }
  if (isFields(tool) && messages.at(-1)?.role === 'user') {
    return lineStream(
      ...thinking,
      piece({ tool_calls: [wholeCall(String(tool.name), { q: 'map' }, { id: 'call_wire' })] }),
      lastLine(),
    );
  }
  return lineStream(...thinking, piece({ content: 'Hello ' }), piece({ content: 'there.' }), lastLine());
}

function handle({ path, method, body }: WireRequest, queued: () => WireScript | undefined): WireScript {
  if (path === '/api/version') return jsonBody({ version: '0.24.1' });
  if (path === '/api/tags')
    return jsonBody({ models: Object.keys(capabilities).map((name) => ({ name, model: name, size: 5e9 })) });
  if (method !== 'POST' || (path !== '/api/show' && path !== '/api/chat')) return refuse('404 page not found', 404);
  const can = capabilities[String(body?.model)];
  if (body === undefined || can === undefined)
    return refuse(`model "${String(body?.model)}" not found, try pulling it first`, 404);
  if (path === '/api/show') {
    return jsonBody({
      capabilities: can,
      model_info: { 'general.architecture': 'wire', 'wire.context_length': 40_960 },
    });
  }
  const problem = checkBody(body, can);
  return problem === undefined ? (queued() ?? answerByItself(body, can)) : refuse(problem);
}

/** Ollama at wire level: it refuses what the real one refuses, and what would silently go wrong there. */
export function startOllamaServer(): Promise<WireServer> {
  return startWireServer(handle);
}
