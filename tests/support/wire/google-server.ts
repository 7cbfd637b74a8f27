import type { BridgeSubject, BridgeWire, FinishKind } from './bridge-wire';
import { data } from './openai-bytes';
import { eventStream, jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest } from './wire-server';

type Fields = Record<string, unknown>;

const key = 'AIzaWire-8f2b6c0d4e19a7';
const model = 'gemini-3.8-flash';
const models = [model, 'gemini-2.0-flash'];
const signature = 'U0lHTkFUVVJF';

const words: Readonly<Record<FinishKind, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
  strange: 'RESTING',
};
const usageMetadata = {
  promptTokenCount: 30,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 5,
  cachedContentTokenCount: 20,
  totalTokenCount: 42,
};

const parts = (list: readonly Fields[], more: Fields = {}) => ({
  candidates: [{ content: { role: 'model', parts: list }, index: 0, ...more }],
  modelVersion: 'wire-model',
});
const callPart = (id: string, name: string, args: string): Fields => ({
  functionCall: { id, name, args: args === '' ? {} : JSON.parse(args) },
  thoughtSignature: signature,
});

const wire: BridgeWire = {
  start: [],
  text: (text) => data(parts([{ text }])),
  reasoning: (text) => data(parts([{ text, thought: true }])),
  call: ([, id, name], ...args) => [data(parts([callPart(id, name, args.join(''))]))],
  finish: (kind) => [data({ ...parts([], { finishReason: words[kind] }), usageMetadata })],
  word: (kind) => words[kind],
  error: (code, message) => data({ error: { code: Number(code), message, status: 'WIRE' } }),
  end: [],
};

const refuse = (code: number, message: string, status: string) => jsonBody({ error: { code, message, status } }, code);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

function checkTurns(contents: readonly Fields[]): string | undefined {
  let open: string[] = [];
  for (const { role, parts: content } of contents) {
    const list = listOf(content);
    if (role !== 'user' && role !== 'model') return `Please use a valid role: user, model. (${String(role)})`;
    if (list.length === 0) return '* GenerateContentRequest.contents: contents.parts must not be empty.';
    const answered = list.flatMap((part) => ((part.functionResponse as Fields | undefined)?.name as string) ?? []);
    if (answered.join() !== open.join())
      return 'Please ensure that the number of function response parts is equal to the number of function call parts';
    const called = list.filter((part) => part.functionCall !== undefined);
    open = called.map((part) => String((part.functionCall as Fields).name));
    const accepted = [signature, 'skip_thought_signature_validator'];
    if (called[0] !== undefined && !accepted.includes(String(called[0].thoughtSignature)))
      return 'Function call is missing a thought_signature in functionCall parts.';
  }
  return open.length > 0 ? 'a function call has no response' : undefined;
}

function checkConfig(config: Fields): string | undefined {
  const known = ['maxOutputTokens', 'temperature', 'topP', 'stopSequences', 'thinkingConfig', 'responseMimeType'];
  const stray = Object.keys(config).find((name) => ![...known, 'responseJsonSchema'].includes(name));
  if (stray !== undefined) return `Invalid JSON payload received. Unknown name "${stray}" at 'generation_config'`;
  const level = (config.thinkingConfig as Fields | undefined)?.thinkingLevel;
  return level === undefined || ['low', 'medium', 'high'].includes(String(level))
    ? undefined
    : `Thinking level ${String(level)} is not supported for this model.`;
}

function checkBody(body: Fields): string | undefined {
  const known = ['contents', 'systemInstruction', 'generationConfig', 'tools', 'toolConfig'];
  const stray = Object.keys(body).find((name) => !known.includes(name));
  if (stray !== undefined) return `Invalid JSON payload received. Unknown name "${stray}"`;
  const names = listOf(listOf(body.tools)[0]?.functionDeclarations).map(({ name }) => String(name));
  if (names.some((name) => !/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(name))) return 'Invalid function name.';
  return checkConfig((body.generationConfig ?? {}) as Fields) ?? checkTurns(listOf(body.contents));
}

/** Thinks when asked to show it, calls the first offered tool once per question, then answers. */
function answerByItself(body: Fields, isStreaming: boolean): WireScript {
  const config = (body.generationConfig ?? {}) as Fields;
  const isShown = (config.thinkingConfig as Fields | undefined)?.includeThoughts === true;
  if (!isStreaming) {
    const thought = isShown ? [{ text: 'Let me see.', thought: true }] : [];
    return jsonBody({ ...parts([...thought, { text: 'Hello there.' }], { finishReason: 'STOP' }), usageMetadata });
  }
  const thinking = isShown ? [wire.reasoning('Let me '), wire.reasoning('see.')] : [];
  const name = listOf(listOf(body.tools)[0]?.functionDeclarations)[0]?.name;
  const isAnswered = listOf(listOf(body.contents).at(-1)?.parts).some((part) => part.functionResponse !== undefined);
  if (name !== undefined && !isAnswered) {
    return eventStream(...thinking, ...wire.call([0, 'fc_wire', String(name)], '{"q":"map"}'), ...wire.finish('stop'));
  }
  return eventStream(...thinking, wire.text('Hello '), wire.text('there.'), ...wire.finish('stop'));
}

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  const { headers, path, query, method, body } = request;
  if (headers['x-goog-api-key'] !== key)
    return refuse(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT');
  if (path === '/v1beta/models') {
    const shared = { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 };
    const list = models.map((id) => ({
      ...shared,
      name: `models/${id}`,
      displayName: `The ${id}`,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    }));
    return jsonBody({
      models: [...list, { ...shared, name: 'models/embed', supportedGenerationMethods: ['embedContent'] }],
    });
  }
  const called = /^\/v1beta\/models\/([^:]+):(streamGenerateContent|generateContent)$/.exec(path);
  if (called === null || method !== 'POST' || body === undefined) return refuse(404, 'Not Found', 'NOT_FOUND');
  const [, id = '', verb] = called;
  if (!models.includes(id)) return refuse(404, `models/${id} is not found for API version v1beta`, 'NOT_FOUND');
  const isStreaming = verb === 'streamGenerateContent';
  if (isStreaming && query.get('alt') !== 'sse') return refuse(400, 'wire: a stream of events is expected', 'WIRE');
  const problem = checkBody(body);
  return problem === undefined
    ? (queued() ?? answerByItself(body, isStreaming))
    : refuse(400, problem, 'INVALID_ARGUMENT');
}

/** Gemini at wire level. */
export const googleSubject: BridgeSubject = {
  providerId: 'google',
  model,
  key,
  wire,
  isModelCall: (path) => /enerateContent$/.test(path),
  start: () => startWireServer(handle),
};
