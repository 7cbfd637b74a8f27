import {
  blockStart,
  blockStop,
  callBlock,
  event,
  message,
  messageEnd,
  messageStart,
  textBlock,
  thinkingBlock,
} from './anthropic-bytes';
import { checkMessagesBody } from './check-messages-body';
import { checkOpenAiBody } from './check-openai-body';
import { answerOpenAi, finishWithUsage } from './openai-answers';
import { usageOf } from './openai-bytes';
import { eventStream, jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest, type WireServer } from './wire-server';

type Fields = Record<string, unknown>;

export const agnesKey = 'sk-wire-agnes-08c5d29b6e1f';
const models = ['agnes-3.0-flash', 'agnes-2.5-flash'];

/** The hub in front of the models puts the status where a type belongs, and adds an id of the request. */
function refuse(text: string, status: number): WireScript {
  return jsonBody(
    { error: { message: `${text} (request id: wire)`, type: String(status), param: '', code: '' } },
    status,
  );
}

function checkOwn(body: Fields): string | undefined {
  if ('reasoning_effort' in body) return 'reasoning_effort is not documented here';
  const switches = body.chat_template_kwargs as Fields | undefined;
  const isSwitch = switches === undefined || typeof switches.enable_thinking === 'boolean';
  return isSwitch ? undefined : 'chat_template_kwargs.enable_thinking: Input should be a valid boolean';
}

function answerChat(body: Fields, queued: () => WireScript | undefined): WireScript {
  const rules = { models, modelsWithImages: models, thinksByDefault: false, also: checkOwn };
  const problem = checkOpenAiBody(body, rules);
  if (problem !== undefined) return refuse(problem, 400);
  const usage = usageOf(30, 12);
  const thinks = (body.chat_template_kwargs as Fields | undefined)?.enable_thinking === true;
  return queued() ?? answerOpenAi({ body, thinks, usage, finishing: finishWithUsage(usage) });
}

/** Thinking comes unsigned and only when streaming; an empty text stands before every call. */
function answerMessages(body: Fields, queued: () => WireScript | undefined): WireScript {
  const rule = { thinking: 'budget', maxOutput: 65_536, refusesSampling: false } as const;
  const problem = checkMessagesBody(body, { models: Object.fromEntries(models.map((id) => [id, rule])), signed: [] });
  if (problem !== undefined) return refuse(problem, 400);
  const script = queued();
  if (script !== undefined) return script;
  if (body.stream === false) return jsonBody(message([{ type: 'text', text: 'Hello there.' }], 'end_turn'));
  const thinking =
    (body.thinking as Fields | undefined)?.type === 'enabled' ? [thinkingBlock(0, ['Let me ', 'see.'])] : [];
  const last = (body.messages as Fields[]).at(-1)?.content as Fields[];
  const tool = (body.tools as Fields[] | undefined)?.[0];
  const start = [messageStart(), event('ping'), ...thinking];
  if (tool === undefined || last.at(-1)?.type === 'tool_result') {
    return eventStream(...start, textBlock(1, 'Hello ', 'there.'), messageEnd('end_turn'));
  }
  const empty = blockStart(1, { type: 'text', text: '' }) + blockStop(1);
  const id = `toolu_wire_${(body.messages as Fields[]).length}`;
  return eventStream(...start, empty, callBlock(2, [id, String(tool.name)], '{"q":', '"map"}'), messageEnd('tool_use'));
}

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  const { headers, path, method, body } = request;
  const isMessages = path === '/v1/messages';
  const given =
    isMessages || headers['x-api-key'] ? headers['x-api-key'] : headers.authorization?.replace('Bearer ', '');
  if (given !== agnesKey) return refuse(`Invalid token ${String(given)}`, 401);
  // The hub has no list of models.
  if (method !== 'POST' || (path !== '/v1/chat/completions' && !isMessages))
    return refuse(`Invalid URL (${path})`, 404);
  if (body === undefined) return refuse('could not parse the body', 400);
  if (!models.includes(String(body.model))) {
    const nested = `hub.NotFoundError: {"error":{"message":"The model \`${String(body.model)}\` does not exist."}}`;
    return jsonBody({ error: { message: nested, type: 'upstream_error', param: '', code: '404' } }, 404);
  }
  return isMessages ? answerMessages(body, queued) : answerChat(body, queued);
}

/** Agnes at wire level, both of its protocols: it refuses what the real one refuses. */
export function startAgnesServer(): Promise<WireServer> {
  return startWireServer(handle);
}
