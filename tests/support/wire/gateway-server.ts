import { answerOpenAi, finishWithUsage } from './openai-answers';
import { errorBody, usageOf } from './openai-bytes';
import { jsonBody, type WireScript } from './script';
import { startWireServer, type WireRequest, type WireServer } from './wire-server';

export const gatewayKey = 'gw-wire-51d0c2a7f4e9b836';

export interface GatewayServer extends WireServer {
  /** What it lists from now on, each with its window. */
  models: Readonly<Record<string, number>>;
}

const usage = usageOf(12, 4);

/** A company's own gateway in the OpenAI chat format, whose list of models changes. */
export async function startGatewayServer(): Promise<GatewayServer> {
  const state: Pick<GatewayServer, 'models'> = { models: { 'house-small': 8_192, 'house-large': 65_536 } };
  const handle = ({ headers, path, body }: WireRequest, queued: () => WireScript | undefined): WireScript => {
    if (headers.authorization !== `Bearer ${gatewayKey}`) return jsonBody(errorBody('no such key'), 401);
    if (path === '/v1/models') {
      const data = Object.entries(state.models).map(([id, window]) => ({
        id,
        object: 'model',
        context_length: window,
      }));
      return jsonBody({ object: 'list', data });
    }
    if (path !== '/v1/chat/completions' || body === undefined) return jsonBody(errorBody('Not Found'), 404);
    return queued() ?? answerOpenAi({ body, thinks: false, usage, finishing: finishWithUsage(usage) });
  };
  return Object.assign(state, await startWireServer(handle));
}
