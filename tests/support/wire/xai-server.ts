import type { BridgeSubject, BridgeWire, FinishKind } from './bridge-wire';
import { eventStream, jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest } from './wire-server';

type Fields = Record<string, unknown>;

const key = 'xai-wire-6c1e9f3a7b20d845';
const model = 'grok-4.6';
const models = [model, 'grok-4.3'];
const sealed = 'RU5DUllQVEVE';

const words: Readonly<Record<FinishKind, string>> = {
  stop: 'completed',
  length: 'max_output_tokens',
  tool_calls: 'completed',
  content_filter: 'content_filter',
  strange: 'resting',
};
const usage = {
  input_tokens: 30,
  output_tokens: 12,
  total_tokens: 42,
  input_tokens_details: { cached_tokens: 20 },
  output_tokens_details: { reasoning_tokens: 5 },
};

const event = (type: string, fields: Fields) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const base = { id: 'resp_wire', object: 'response', created_at: 1_796_000_000, model: 'wire-model', output: [] };
const at = { output_index: 1, content_index: 0 };
const reasoningItem = (summary: readonly Fields[]) => ({
  type: 'reasoning',
  id: 'rs_wire',
  summary,
  status: 'completed',
  encrypted_content: sealed,
});

const wire: BridgeWire = {
  start: [event('response.created', { response: { ...base, status: 'in_progress' } })],
  text: (delta) => event('response.output_text.delta', { ...at, item_id: 'msg_wire', delta }),
  reasoning: (delta) =>
    event('response.reasoning_summary_part.added', {
      item_id: 'rs_wire',
      output_index: 0,
      summary_index: 0,
      part: { type: 'summary_text', text: '' },
    }) +
    event('response.reasoning_summary_text.delta', { item_id: 'rs_wire', output_index: 0, summary_index: 0, delta }),
  call: ([index, callId, name], ...args) => {
    const item = { type: 'function_call', id: `fc_${callId}`, call_id: callId, name };
    const place = { output_index: index + 2 };
    return [
      event('response.output_item.added', { ...place, item: { ...item, arguments: '' } }),
      ...args
        .filter((delta) => delta !== '')
        .map((delta) => event('response.function_call_arguments.delta', { ...place, item_id: item.id, delta })),
      event('response.output_item.done', { ...place, item: { ...item, arguments: args.join('') } }),
    ];
  },
  finish: (kind) => {
    const reason = { reason: words[kind] };
    if (kind === 'length' || kind === 'content_filter') {
      const response = { ...base, status: 'incomplete', incomplete_details: reason, usage };
      return [event('response.incomplete', { response })];
    }
    return [event('response.completed', { response: { ...base, status: words[kind], usage } })];
  },
  word: (kind) => words[kind],
  error: (code, message) => event('error', { code, message, param: null }),
  end: [],
};

const endOfThinking = event('response.output_item.done', { output_index: 0, item: reasoningItem([]) });
const refuse = (status: number, code: string, error: string) => jsonBody({ code, error }, status);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** Every call answered, in order; thinking only as it was sealed. */
function checkInput(input: readonly Fields[]): string | undefined {
  const open: string[] = [];
  for (const item of input) {
    if (item.type === 'reasoning' && item.encrypted_content !== sealed) return 'Could not decrypt the reasoning item';
    if (item.type === 'function_call') open.push(String(item.call_id));
    else if (item.type === 'function_call_output') {
      if (open.shift() !== item.call_id) return `No tool call found for output with call_id ${String(item.call_id)}`;
    } else if (open.length > 0) return `No tool output found for function call ${open.join()}`;
  }
  return open.length > 0 ? `No tool output found for function call ${open.join()}` : undefined;
}

function checkBody(body: Fields): string | undefined {
  const known = [
    ...['model', 'input', 'stream', 'store', 'include', 'max_output_tokens', 'temperature', 'top_p'],
    ...['tools', 'tool_choice', 'reasoning', 'text'],
  ];
  const stray = Object.keys(body).find((name) => !known.includes(name));
  if (stray !== undefined) return `Argument not supported: ${stray}`;
  if (body.store !== false) return 'wire: nothing may be kept here';
  const effort = (body.reasoning as Fields | undefined)?.effort;
  if (effort !== undefined && !['none', 'low', 'medium', 'high', 'xhigh'].includes(String(effort)))
    return 'unknown variant for reasoning.effort';
  return checkInput(listOf(body.input));
}

function answerByItself(body: Fields): WireScript {
  if (body.stream !== true) {
    const said = { type: 'message', role: 'assistant', id: 'msg_wire', status: 'completed' };
    const output = [
      reasoningItem([{ type: 'summary_text', text: 'Let me see.' }]),
      { ...said, content: [{ type: 'output_text', text: 'Hello there.', annotations: [] }] },
    ];
    return jsonBody({ ...base, output, status: 'completed', usage });
  }
  const thinking = [wire.reasoning('Let me '), wire.reasoning('see.'), endOfThinking];
  const tool = listOf(body.tools)[0];
  if (tool !== undefined && listOf(body.input).at(-1)?.role === 'user') {
    const call = wire.call([0, `call_wire_${listOf(body.input).length}`, String(tool.name)], '{"q":', '"map"}');
    return eventStream(...wire.start, ...thinking, ...call, ...wire.finish('tool_calls'));
  }
  return eventStream(...wire.start, ...thinking, wire.text('Hello '), wire.text('there.'), ...wire.finish('stop'));
}

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  const { headers, path, method, body } = request;
  if (headers.authorization !== `Bearer ${key}`)
    return refuse(400, 'Client specified an invalid argument', 'Incorrect API key provided: xa***45.');
  if (path === '/v1/models') {
    return jsonBody({ object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'xai' })) });
  }
  if (path !== '/v1/responses' || method !== 'POST' || body === undefined) return refuse(404, 'Not Found', 'no route');
  if (!models.includes(String(body.model)))
    return refuse(404, 'Some requested entity was not found', `The model ${String(body.model)} does not exist`);
  const problem = checkBody(body);
  return problem === undefined ? (queued() ?? answerByItself(body)) : refuse(400, 'invalid-argument', problem);
}

/** xAI at wire level, in its Responses form. */
export const xaiSubject: BridgeSubject = {
  providerId: 'xai',
  model,
  key,
  wire,
  isModelCall: (path) => path.endsWith('/responses'),
  start: () => startWireServer(handle),
};
