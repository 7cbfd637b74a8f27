import 'server-only';
import type { RunQueries } from '@/lib/db/run-queries';
import { limitOf, type UserLimit } from '@/lib/db/user-limit';
import type { Heartbeat } from '@/lib/sse/heartbeat';
import { invalid, notFound } from './http/problem';
import { sseResponse } from './http/sse-response';
import { takeStreamSlot } from './http/stream-slots';
import type { RunHub } from './run-hub';

export interface RunEventDependencies {
  readonly hub: RunHub;
  readonly queries: RunQueries;
  readonly maxStreams: UserLimit;
  /** Whether the caller of this request may still read; asked while a stream is open. */
  readonly isStillAllowed: (request: Request) => Promise<boolean>;
  /** Ends with the process: streams close with a resumable mark. */
  readonly draining: AbortSignal;
  /** For tests: beats faster than the process's own. */
  readonly heartbeat?: Heartbeat;
}

const BEFORE_FIRST = -1;

function readCursor(request: Request): number | null {
  const header = request.headers.get('last-event-id');
  const given = header ?? new URL(request.url).searchParams.get('after');
  if (given === null) return null;
  if (!/^\d{1,10}$/.test(given)) throw badCursor(header === null);
  return Number(given);
}

function badCursor(isQuery: boolean) {
  return invalid([
    { path: isQuery ? 'after' : 'last-event-id', message: 'The cursor must be the seq of an event of this run.' },
  ]);
}

/** The event stream of a run: replayed from the cursor, then live, closed after the terminal event. */
export function createRunEvents(deps: RunEventDependencies) {
  const open = async (of: {
    userId: string;
    runId: string;
    after: number;
    request: Request;
    headers?: Record<string, string>;
    isOurs?: boolean;
  }): Promise<Response> => {
    const release = takeStreamSlot(of.userId, await limitOf(deps.maxStreams, of.userId));
    const { runId, after, isOurs = false } = of;
    return sseResponse((signal) => deps.hub.watch({ runId, after, isOurs, signal, draining: deps.draining }), {
      request: of.request,
      onClose: release,
      ...(deps.heartbeat && { heartbeat: deps.heartbeat }),
      isStillAllowed: () => deps.isStillAllowed(of.request),
      ...(of.headers && { headers: of.headers }),
    });
  };
  return {
    /** What `GET …/events` answers: 400 for a cursor that is none, 204 when there is nothing more to come. */
    async resume(userId: string, runId: string, request: Request): Promise<Response> {
      const cursor = readCursor(request);
      const state = await deps.queries.logState(userId, runId);
      if (!state) throw notFound();
      if (cursor !== null && cursor > state.lastSeq) throw badCursor(!request.headers.has('last-event-id'));
      if (state.finished && cursor === state.lastSeq) return new Response(null, { status: 204 });
      return open({ userId, runId, after: cursor ?? BEFORE_FIRST, request });
    },

    /** The whole stream of a run that was just created. */
    follow(
      userId: string,
      run: { id: string; session_id: string; isOurs?: boolean },
      request: Request,
    ): Promise<Response> {
      const headers = { 'x-run-id': run.id, 'x-session-id': run.session_id };
      return open({ userId, runId: run.id, after: BEFORE_FIRST, request, headers, isOurs: run.isOurs ?? false });
    },
  };
}
