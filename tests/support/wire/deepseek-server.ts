import { checkOpenAiBody } from './check-openai-body';
import { answerOpenAi, finishWithUsage } from './openai-answers';
import { errorBody, usageOf } from './openai-bytes';
import { jsonBody, type WireScript } from './script';
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
function answerByItself(body: Fields): WireScript {
  const thinks = (body.thinking as Fields | undefined)?.type !== 'disabled';
  return answerOpenAi({ body, thinks, usage, finishing: finishWithUsage(usage) });
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
