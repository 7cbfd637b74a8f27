import 'server-only';
import { defaultSystemPrompt } from '@/lib/agent/context/build';
import { toMetonaError } from '@/lib/agent/model-call';
import type { AdapterSource, Clock, IdFactory } from '@/lib/agent/ports';
import { limitOf, type UserLimit } from '@/lib/db/user-limit';
import type { IMetonaProviderAdapter, MetonaRequest, MetonaStreamEvent } from '@/lib/ir';
import { encodeSseEvent } from '@/lib/sse/encode';
import { sseResponse } from './http/sse-response';
import { takeStreamSlot } from './http/stream-slots';
import type { ChatBody } from './run-schemas';
import { promptOf } from './runs';

export interface ChatDependencies {
  readonly adapters: AdapterSource;
  readonly clock: Clock;
  readonly ids: IdFactory;
  readonly maxStreams: UserLimit;
}

/** One model call, streamed: no tools, no retry, nothing stored; it ends with the connection. */
export function createChat(deps: ChatDependencies) {
  return {
    async stream(userId: string, body: ChatBody, request: Request): Promise<Response> {
      const adapter = await deps.adapters.open(userId, { provider: body.provider_id, model: body.model });
      const release = takeStreamSlot(userId, await limitOf(deps.maxStreams, userId));
      const model = toRequest(deps, body);
      return sseResponse((signal) => modelEvents(adapter, model, signal), { request, onClose: release });
    },
  };
}

function toRequest({ clock, ids }: ChatDependencies, body: ChatBody): MetonaRequest {
  const now = clock.now();
  return {
    meta: { sessionId: ids('s'), iteration: 1, requestId: ids('r'), timestamp: now, agentVersion: '1.0.0' },
    model: body.model,
    systemPrompt: promptOf(body.system_prompt) ?? defaultSystemPrompt,
    messages: body.messages.map(({ images, ...message }) => ({
      ...message,
      timestamp: now,
      ...(images && { images }),
    })),
    params: { ...body.params, stream: true },
  };
}

async function* modelEvents(
  adapter: IMetonaProviderAdapter,
  request: MetonaRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const queue: Uint8Array[] = [];
  let wake = () => {};
  let seq = 0;
  let ended = false;
  const push = (event: MetonaStreamEvent) => {
    if (ended) return;
    ended = event.type === 'done' || event.type === 'error';
    queue.push(encodeSseEvent(seq, JSON.stringify({ ...event, seq })));
    seq += 1;
    wake();
  };
  const call = new AbortController();
  const stop = () => {
    call.abort();
    wake();
  };
  signal.addEventListener('abort', stop, { once: true });
  let over = false;
  const done = adapter
    .sendStream(request, push, { signal: call.signal })
    .catch((error: unknown) => push(errorEvent(request, error)))
    .finally(() => {
      over = true;
      wake();
    });
  try {
    while (!signal.aborted && (!over || queue.length > 0)) {
      if (queue.length > 0) yield Buffer.concat(queue.splice(0));
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (!ended && !signal.aborted) yield encodeSseEvent(seq, JSON.stringify({ ...errorEvent(request, null), seq }));
  } finally {
    call.abort();
    signal.removeEventListener('abort', stop);
    void done;
  }
}

function errorEvent(request: MetonaRequest, cause: unknown): MetonaStreamEvent {
  const { requestId, sessionId, iteration } = request.meta;
  return { type: 'error', requestId, sessionId, iteration, seq: 0, timestamp: Date.now(), error: toMetonaError(cause) };
}
