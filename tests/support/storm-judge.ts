import { isDeepStrictEqual } from 'node:util';
import type { AgentRun, RunEvent } from '@/lib/ir';
import type { ProductUser } from './product-user';
import { checkLog, checkRun } from './run-oracle';
import type { StormRun } from './storm-run';

/** A run may fail as interrupted only once its process was killed so often: in one step three times, in all four. */
const DEATHS = 3;

async function readAll(user: ProductUser, path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await user.call(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
    items.push(...body.items);
    if (!body.next_cursor) return items;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

export async function readLog({ user, id }: StormRun): Promise<RunEvent[]> {
  const { events } = await user.stream({ path: `/api/agent/runs/${id}/events`, signal: AbortSignal.timeout(10_000) });
  const log: RunEvent[] = [];
  for await (const event of events) log.push(event);
  return log;
}

/** How often each note exists, the ledger of what was executed. */
export async function countNotes(user: ProductUser): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { title } of await readAll(user, '/api/notes')) {
    counts.set(String(title), (counts.get(String(title)) ?? 0) + 1);
  }
  return counts;
}

export async function countActive(user: ProductUser): Promise<number> {
  const lists = ['queued', 'running', 'waiting_permission'].map((status) =>
    readAll(user, `/api/agent/runs?status=${status}`),
  );
  return (await Promise.all(lists)).flat().length;
}

/** Holds a run that is over against everything its client was told. */
export async function judgeRun(run: StormRun, notes: ReadonlyMap<string, number>): Promise<string[]> {
  const problems = [...run.problems];
  const attempt = async (what: string, check: () => void | Promise<void>) => {
    try {
      await check();
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  if (run.id === null) return [...problems, 'was never accepted'];
  const { body: stored } = (await run.user.call(`/api/agent/runs/${run.id}`)) as { body: AgentRun };
  if (!run.isOver) {
    const last = run.seen.at(-1);
    return [
      ...problems,
      `is ${stored.status}, its last event ${last?.seq} ${last?.type}, the stored one ${stored.last_seq}`,
    ];
  }
  const log = await readLog(run);
  const changed = log.findIndex((event, index) => !isDeepStrictEqual(event, run.seen[index]));
  if (changed >= 0 || log.length !== run.seen.length) {
    problems.push(
      `the log has ${log.length} events, ${run.seen.length} were seen, the first that differs is ${changed}`,
    );
  }
  await attempt('log', () => checkLog(log, run.id ?? ''));
  await attempt('run', () => checkRun(stored, log));
  await attempt('message', () => checkMessage(run, stored));
  return [...problems, ...judgeDecision(run, log), ...judgeOutcome(run, stored), ...judgeNotes(run, { stored, notes })];
}

async function checkMessage(run: StormRun, stored: AgentRun): Promise<void> {
  const messages = await readAll(run.user, `/api/sessions/${stored.session_id}/messages`);
  const said = messages.filter(({ role, content }) => role === 'user' && content === run.body.input).length;
  if (said !== 1) throw new Error(`the accepted message is stored ${said} times`);
}

const STATUS_OF = { allow_once: 'allowed_once', deny: 'denied' } as const;

function judgeDecision(run: StormRun, log: readonly RunEvent[]): string[] {
  const found = log.flatMap((event) => (event.type === 'permission_resolved' ? [event.status] : []));
  const wanted = STATUS_OF[run.decision];
  if (found.every((status) => status === wanted) && (!run.decided || found.length > 0)) return [];
  return [`was answered with ${run.decision}, but the log says ${found.join(', ') || 'nothing'}`];
}

function judgeOutcome(run: StormRun, { status, error }: AgentRun): string[] {
  if (status === 'cancelled' && run.stopsAfterMs !== null) return [];
  if (run.stopped !== null && run.stopped !== status) {
    return [`ended ${status} although its stop was acknowledged while it was ${run.stopped}`];
  }
  if (status === 'completed') return [];
  if (error?.code === 'interrupted' && run.kills >= DEATHS) return [];
  return [`ended ${status} ${error?.code ?? ''} after ${run.kills} kills: ${error?.message ?? ''}`];
}

function judgeNotes(run: StormRun, of: { stored: AgentRun; notes: ReadonlyMap<string, number> }): string[] {
  return run.notes.flatMap((title) => {
    const count = of.notes.get(title) ?? 0;
    const call = of.stored.tool_calls.find(({ args }) => args.title === title);
    const result = of.stored.tool_results.find(({ toolCallId }) => toolCallId === call?.id);
    const mayExist = result?.success === true || result?.errorCode === 'outcome_unknown';
    if (count > 1) return [`wrote the note ${title} ${count} times`];
    if (count === 0 && result?.success) return [`says that it wrote the note ${title}, which does not exist`];
    if (count === 1 && !mayExist) return [`wrote the note ${title} although it says ${result?.errorCode ?? 'nothing'}`];
    return [];
  });
}
