import 'server-only';
import type { TraceAttemptRow, TraceRows } from '@/lib/db/run-trace';
import type { TraceSpanOf } from '@/lib/ir';
import type { TraceTexts } from './trace-text';

type Pause = TraceSpanOf<'pause'>;

/** What is shorter belongs to the work itself: a run is taken up at once where there is room. */
const leastMs = 1_000;

function pause(reason: Pause['detail']['reason'], of: { id: string; step: number; from: Date; until: Date | null }) {
  const { id, step, from, until } = of;
  if (until !== null && until.getTime() - from.getTime() < leastMs) return [];
  const span: Pause = {
    id,
    parent_id: null,
    kind: 'pause',
    name: '',
    step,
    status: until === null ? 'open' : 'done',
    started_at: from.toISOString(),
    ended_at: until?.toISOString() ?? null,
    detail: { reason },
  };
  return [span];
}

/** Between the end of a process and the next attempt of whoever goes on. */
function interruptions(attempts: readonly TraceAttemptRow[]): Pause[] {
  return attempts.flatMap((row, at) => {
    const next = attempts[at + 1];
    if (row.status !== 'abandoned' || row.ended_at === null || next === undefined) return [];
    return pause('interrupted', {
      id: `${row.id}.pause`,
      step: row.step,
      from: row.ended_at,
      until: next.started_at,
    });
  });
}

/** The pause that a run is in now. */
function openBackoff({ run, attempts }: TraceRows, texts: TraceTexts): TraceSpanOf<'backoff'>[] {
  const last = attempts.at(-1);
  if (run.phase !== 'retry_backoff' || run.finished_at !== null || last?.status !== 'failed' || !last.ended_at)
    return [];
  const { id, step, attempt, provider_id: provider, model, error, ended_at } = last;
  return [
    {
      id: `${id}.pause`,
      parent_id: null,
      kind: 'backoff',
      name: `${provider}/${model}`,
      step,
      status: 'open',
      started_at: ended_at.toISOString(),
      ended_at: null,
      detail: { provider, model, attempt: attempt + 1, error: texts.clean(error) },
    },
  ];
}

/** Times in which nothing was done: before the run had its turn, while no process had it, and before a model is asked again. */
export function pauseSpans(rows: TraceRows, texts: TraceTexts): (TraceSpanOf<'pause'> | TraceSpanOf<'backoff'>)[] {
  const { created_at: from, started_at, finished_at } = rows.run;
  const until = started_at ?? (finished_at === null ? null : from);
  return [
    ...pause('queue', { id: 'queue', step: 1, from, until }),
    ...interruptions(rows.attempts),
    ...openBackoff(rows, texts),
  ];
}
