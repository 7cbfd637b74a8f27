import { checkOpenAiBody } from './check-openai-body';
import { answerOpenAi } from './openai-answers';
import { data, errorBody, finish, usageOf } from './openai-bytes';
import { jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest, type WireServer } from './wire-server';

type Fields = Record<string, unknown>;

export const openAiKey = 'sk-wire-openai-51b8e6a07f3d';
const models = ['gpt-5.6-sol', 'o4-mini', 'gpt-4o'];

const known = new Set([
  ...['model', 'messages', 'stream', 'stream_options', 'max_completion_tokens', 'max_tokens', 'temperature', 'top_p'],
  ...['stop', 'tools', 'tool_choice', 'response_format', 'reasoning_effort'],
]);
const knownInMessage = new Set(['role', 'content', 'name', 'tool_calls', 'tool_call_id']);
const efforts: Readonly<Record<string, readonly string[]>> = {
  'gpt-5.6-sol': ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
  'o4-mini': ['low', 'medium', 'high'],
};

function checkFormat({ response_format: format }: Fields): string | undefined {
  const schema = ((format as Fields | undefined)?.json_schema ?? {}) as Fields;
  const root = (schema.schema ?? {}) as Fields;
  const isClosed = root.additionalProperties === false && Array.isArray(root.required);
  return schema.strict === true && !isClosed ? "Invalid schema for response_format: 'additionalProperties'" : undefined;
}

/** Fields nobody documented, and parameters that reasoning models refuse. */
function checkOwn(body: Fields): string | undefined {
  const stray = Object.keys(body).find((key) => !known.has(key));
  if (stray !== undefined) return `Unrecognized request argument supplied: ${stray}`;
  const strayInMessage = (body.messages as Fields[]).flatMap(Object.keys).find((key) => !knownInMessage.has(key));
  if (strayInMessage !== undefined) return `Unknown parameter: 'messages[].${strayInMessage}'`;
  const accepted = efforts[String(body.model)];
  if (accepted === undefined) {
    return body.reasoning_effort === undefined ? checkFormat(body) : "Unsupported parameter: 'reasoning_effort'";
  }
  const effort = body.reasoning_effort;
  if (body.tools !== undefined && effort !== 'none' && accepted.includes('none'))
    return "Function tools with reasoning_effort are not supported in /v1/chat/completions. Set it to 'none'.";
  if (effort !== undefined && !accepted.includes(String(effort))) return `Unsupported value: 'reasoning_effort'`;
  const refused = ['max_tokens', 'stop', ...(effort === 'none' ? [] : ['temperature', 'top_p'])];
  const found = refused.find((key) => key in body);
  return found === undefined
    ? checkFormat(body)
    : `Unsupported parameter: '${found}' is not supported with this model.`;
}

const usage = usageOf(30, 12, {
  prompt_tokens_details: { cached_tokens: 20 },
  completion_tokens_details: { reasoning_tokens: 5 },
});

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  if (request.headers.authorization !== `Bearer ${openAiKey}`) {
    const shown = String(request.headers.authorization ?? '').replace('Bearer ', '');
    return jsonBody(errorBody(`Incorrect API key provided: ${shown}.`, { code: 'invalid_api_key' }), 401);
  }
  if (request.path === '/v1/models')
    return jsonBody({ object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'openai' })) });
  if (request.path !== '/v1/chat/completions' || request.method !== 'POST')
    return jsonBody(errorBody(`Invalid URL (${request.method} ${request.path})`), 404);
  const { body } = request;
  if (body === undefined) return jsonBody(errorBody('could not parse the body'), 400);
  if (!models.includes(String(body.model)))
    return jsonBody(errorBody(`The model \`${String(body.model)}\` does not exist`, { code: 'model_not_found' }), 404);
  const rules = { models, modelsWithImages: models, thinksByDefault: false, also: checkOwn };
  const problem = checkOpenAiBody(body, rules);
  if (problem !== undefined) return jsonBody(errorBody(problem, { code: 'unsupported_parameter' }), 400);
  // Usage comes in a chunk of its own, without choices.
  const finishing = (word: string) => [finish(word, { usage: null }), data({ id: 'cmpl_1', choices: [], usage })];
  return queued() ?? answerOpenAi({ body, thinks: false, usage, finishing });
}

/** OpenAI at wire level: it refuses what the real one refuses, fields it does not know included. */
export function startOpenAiServer(): Promise<WireServer> {
  return startWireServer(handle);
}
