import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminalEvent, type RunEvent, type RunStatus } from '@/lib/ir';
import type { ProductUser } from './product-user';

/** One run of a storm as its client knows it: what was asked, what was acknowledged, what was seen. */
export interface StormRun {
  readonly name: string;
  readonly kind: string;
  /** Whether the call that starts it asks for its events at once. */
  readonly isStreamed: boolean;
  readonly body: Readonly<Record<string, unknown>> & { readonly input: string };
  /** Titles of the notes its calls create. */
  readonly notes: readonly string[];
  /** What its client answers to a question. */
  readonly decision: 'allow_once' | 'deny';
  readonly thinksForMs: number;
  /** Its client stops it after so long. */
  readonly stopsAfterMs: number | null;
  readonly user: ProductUser;
  id: string | null;
  readonly seen: RunEvent[];
  decided: boolean;
  /** Its status when the stop was acknowledged. */
  stopped: RunStatus | null;
  /** How often its app was killed before it was over. */
  kills: number;
  isOver: boolean;
  readonly problems: string[];
}

const again = new Set([429, 503]);
const runs = '/api/agent/runs';

/** Plays a client that never gives up: sends again what was not acknowledged, reads on after the last event it has. */
export async function playClient(run: StormRun, signal: AbortSignal): Promise<void> {
  let opened = run.isStreamed ? await startStreaming(run, signal) : await startPlainly(run, signal);
  if (run.stopsAfterMs !== null) void stop(run, run.stopsAfterMs, signal);
  while (!run.isOver && !signal.aborted && run.problems.length === 0) {
    if (opened) await take(run, opened, signal).catch(() => undefined);
    if (run.isOver || signal.aborted) return;
    opened = await resume(run, signal);
    if (!opened) await sleep(60);
  }
}

async function startPlainly(run: StormRun, signal: AbortSignal): Promise<null> {
  while (!signal.aborted) {
    const answer = await run.user.call(runs, { body: run.body }).catch(() => null);
    if (answer?.status === 200 || answer?.status === 201) {
      run.id = String(answer.body.id);
      return null;
    }
    if (answer && !again.has(answer.status)) {
      run.problems.push(`the start was answered ${answer.status} ${JSON.stringify(answer.body)}`);
      return null;
    }
    await sleep(60);
  }
  return null;
}

async function startStreaming(run: StormRun, signal: AbortSignal): Promise<AsyncIterable<RunEvent> | null> {
  while (!signal.aborted) {
    const answer = await run.user.stream({ path: runs, body: run.body, signal }).catch(() => null);
    if (answer?.status === 200) {
      run.id = answer.headers.get('x-run-id');
      return answer.events;
    }
    if (answer && !again.has(answer.status)) {
      run.problems.push(`the start as a stream was answered ${answer.status}`);
      return null;
    }
    await sleep(60);
  }
  return null;
}

async function resume(run: StormRun, signal: AbortSignal): Promise<AsyncIterable<RunEvent> | null> {
  const place = { path: `${runs}/${run.id}/events`, after: run.seen.at(-1)?.seq, signal };
  const answer = await run.user.stream(place).catch(() => null);
  if (!answer) return null;
  if (answer.status === 200) return answer.events;
  if (!again.has(answer.status)) {
    run.problems.push(`reading on after ${run.seen.at(-1)?.seq} was answered ${answer.status}`);
  }
  return null;
}

async function take(run: StormRun, events: AsyncIterable<RunEvent>, signal: AbortSignal): Promise<void> {
  for await (const event of events) {
    if (event.seq !== run.seen.length) {
      run.problems.push(`event ${event.seq} (${event.type}) came after ${run.seen.length - 1}`);
      return;
    }
    run.seen.push(event);
    if (event.type === 'permission_required') void decide(run, event.request.id, signal);
    if (isTerminalEvent(event)) run.isOver = true;
  }
}

async function stop(run: StormRun, afterMs: number, signal: AbortSignal): Promise<void> {
  await sleep(afterMs);
  while (!signal.aborted) {
    const answer = await run.user.call(`${runs}/${run.id}/cancel`, { method: 'POST' }).catch(() => null);
    if (answer?.status === 202) {
      run.stopped = answer.body.status;
      return;
    }
    if (answer && !again.has(answer.status)) run.problems.push(`the stop was answered ${answer.status}`);
    if (run.problems.length > 0) return;
    await sleep(60);
  }
}

/** A decision is sent until it is acknowledged; sent again it must be answered the same. */
async function decide(run: StormRun, requestId: string, signal: AbortSignal): Promise<void> {
  const path = `${runs}/${run.id}/permissions/${requestId}`;
  while (!signal.aborted) {
    await sleep(run.thinksForMs);
    const answer = await run.user.call(path, { body: { decision: run.decision } }).catch(() => null);
    if (answer?.status === 200) {
      run.decided = true;
      return;
    }
    if (!answer || again.has(answer.status)) continue;
    run.problems.push(`the decision was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return;
  }
}
