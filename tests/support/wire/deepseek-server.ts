import { checkOpenAiBody } from './check-openai-body';
import { calls, completion, delta, done, errorBody, finish, opening, usageOf } from './openai-bytes';
import { eventStream, jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest, type WireServer } from './wire-server';

type Fields = Record<string, unknown>;

export const deepSeekKey = 'sk-wire-deepseek-2f7c91d4e0b8';
const models = ['deepseek-flash', 'deepseek-v4-pro'];
const rules = { models, modelsWithImages: ['deepseek-flash'], thinksByDefault: true };

const usage = usageOf(339, 83, {
  prompt_cache_hit_tokens: 320,
  prompt_cache_miss_tokens: 19,
  prompt_tokens_details: { cached_tokens: 320 },
  completion_tokens_details: { reasoning_tokens: 39 },
});

/** The recorded form: an empty first delta, thinking, then text or calls, usage on the finish chunk. */
function stream(pieces: readonly string[], word: string, thinks: boolean): WireScript {
  const thinking = thinks
    ? [delta({ content: null, reasoning_content: 'Let me ' }), delta({ content: null, reasoning_content: 'see.' })]
    : [];
  return eventStream(
    ': keep-alive\n\n',
    delta({ role: 'assistant', content: null, reasoning_content: '' }, { usage: null }),
    ...thinking,
    ...pieces,
    finish(word, { usage }),
    done,
  );
}

/** Calls the first offered tool once per user message, then answers. */
function answerByItself(body: Fields): WireScript {
  const thinks = (body.thinking as Fields | undefined)?.type !== 'disabled';
  const messages = body.messages as Fields[];
  const tool = (body.tools as Fields[] | undefined)?.[0]?.function as Fields | undefined;
  const mayCall = tool !== undefined && messages.at(-1)?.role === 'user';
  if (body.stream === false) {
    return jsonBody(
      completion({ content: 'Hello there.', ...(thinks && { reasoning_content: 'Let me see.' }) }, 'stop'),
    );
  }
  if (mayCall) {
    const first = calls(opening([0, 'call_00_wire', String(tool.name), '']));
    return stream(
      [
        first,
        calls({ index: 0, function: { arguments: '{"q":' } }),
        calls({ index: 0, function: { arguments: '"map"}' } }),
      ],
      'tool_calls',
      thinks,
    );
  }
  return stream(
    [delta({ content: 'Hello ', reasoning_content: null }), delta({ content: 'there.', reasoning_content: null })],
    'stop',
    thinks,
  );
}

function handle(request: WireRequest, queued: () => WireScript | undefined): WireScript {
  if (request.headers.authorization !== `Bearer ${deepSeekKey}`) {
    const shown = String(request.headers.authorization ?? '').replace('Bearer ', '');
    return jsonBody(
      errorBody(`Authentication Fails, Your api key: ${shown} is invalid`, {
        type: 'authentication_error',
        code: 'invalid_request_error',
      }),
      401,
    );
  }
  const path = request.path.replace(/^\/v1(?=\/)/, '');
  if (path === '/models')
    return jsonBody({ object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'deepseek' })) });
  if (path !== '/chat/completions' || request.method !== 'POST') return jsonBody(errorBody('Not Found'), 404);
  if (request.body === undefined) return jsonBody(errorBody('could not parse the body'), 400);
  const problem = checkOpenAiBody(request.body, rules);
  if (problem !== undefined) return jsonBody(errorBody(problem, { code: 'invalid_request_error' }), 400);
  return queued() ?? answerByItself(request.body);
}

/** DeepSeek at wire level: it refuses what the real one refuses. */
export function startDeepSeekServer(): Promise<WireServer> {
  return startWireServer(handle);
}
