import {
  emptyUsage,
  type IMetonaProviderAdapter,
  type MetonaError,
  MetonaFailure,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
  type RunEventDraft,
} from '@/lib/ir';
import { cleanText } from './clean-text';
import type { RunSession } from './run-session';
import { settleWithin } from './settle-within';

/** What one attempt gave, and what the runtime observed while it ran; times are Unix ms. */
export interface ModelCall {
  readonly response: MetonaResponse;
  readonly firstTokenAt: number | null;
  readonly thinkingMs: number;
  /** A call was being written when the answer ended. */
  readonly sawToolCall: boolean;
}

const STOPPED: MetonaError = { code: 'user_aborted', message: 'The answer was stopped.', retryable: false };

/** Any thrown thing as the error a run carries; internal details stay in the log. */
export function toMetonaError(error: unknown): MetonaError {
  if (error instanceof MetonaFailure) return error.error;
  return { code: 'server_error', message: 'Something went wrong inside Metona.', retryable: true };
}

class Observer {
  firstTokenAt: number | null = null;
  thinkingMs = 0;
  sawToolCall = false;
  ended = false;
  #thinkingSince: number | null = null;
  readonly #now: () => number;
  readonly #forward: (event: MetonaStreamEvent) => void;

  constructor(now: () => number, forward: (event: MetonaStreamEvent) => void) {
    this.#now = now;
    this.#forward = forward;
  }

  /** Nothing follows the end of an attempt, whatever an adapter that was given up still brings. */
  see(event: MetonaStreamEvent): void {
    if (this.ended) return;
    this.#forward(event);
    if (event.type === 'done' || event.type === 'error') this.ended = true;
    if (event.type === 'tool_call_delta' || event.type === 'tool_call_complete') this.sawToolCall = true;
    if (event.type === 'text_delta' || event.type === 'reasoning_delta') this.firstTokenAt ??= this.#now();
    if (event.type === 'thinking_start') this.#thinkingSince = this.#now();
    if (event.type === 'thinking_end' && this.#thinkingSince !== null) {
      this.thinkingMs += this.#now() - this.#thinkingSince;
      this.#thinkingSince = null;
    }
  }
}

function toDraft(event: MetonaStreamEvent): RunEventDraft {
  const { seq: _seq, runId: _runId, sessionId: _sessionId, ...draft } = event;
  return draft;
}

/** Makes one attempt and puts its events into the run's log; a thrown failure and an error event become the same thing. */
export async function callModel(
  session: RunSession,
  adapter: IMetonaProviderAdapter,
  request: MetonaRequest,
): Promise<ModelCall> {
  const { clock, logger } = session.runtime;
  const observer = new Observer(clock.now, (event) => session.writer.append(toDraft(event)));
  const startedAt = clock.now();
  let response: MetonaResponse;
  try {
    response = await settleWithin(
      adapter.sendStream(request, (event) => observer.see(event), { signal: session.signal }),
      session.signal,
      () => session.runtime.grace.onStop,
    );
  } catch (error) {
    if (!session.signal.aborted && !(error instanceof MetonaFailure)) {
      const text = error instanceof Error ? error.message : 'unknown';
      logger.error({ runId: session.run.id, error: text }, 'an adapter threw');
    }
    const cause = session.signal.aborted ? STOPPED : toMetonaError(error);
    response = failedResponse(session, request, { error: cause, startedAt });
  }
  if (!observer.ended) {
    const error = response.error ?? {
      code: 'invalid_response',
      message: 'The provider ended without an answer.',
      retryable: true,
    };
    response = { ...response, error, finishReason: 'error' };
    observer.ended = true;
    session.writer.append({
      type: 'error',
      requestId: request.meta.requestId,
      iteration: request.meta.iteration,
      timestamp: clock.now(),
      error,
    });
  }
  const { firstTokenAt, thinkingMs, sawToolCall } = observer;
  // Pieces may cut a surrogate pair in two, so only the whole text can be cleaned.
  const content = cleanText(response.content);
  return { response: { ...response, content }, firstTokenAt, thinkingMs, sawToolCall };
}

function failedResponse(
  session: RunSession,
  request: MetonaRequest,
  of: { error: MetonaError; startedAt: number },
): MetonaResponse {
  const now = session.runtime.clock.now();
  return {
    meta: {
      requestId: request.meta.requestId,
      provider: session.provider.provider,
      model: request.model,
      latencyMs: now - of.startedAt,
      timestamp: now,
    },
    content: '',
    usage: emptyUsage(),
    finishReason: 'error',
    error: of.error,
  };
}
