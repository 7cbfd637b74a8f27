import 'server-only';
import type { z } from 'zod';

export interface JobContext {
  /** Ends the job: its time is up, or the process stops. A handler must settle soon after. */
  readonly signal: AbortSignal;
}

interface JobOptions<Schema extends z.ZodType<object>> {
  /** Lower case, with hyphens; the name of its queue. Never give it another meaning later: waiting jobs carry it. */
  readonly name: string;
  /** Five cron fields in UTC, to the minute; null for a job that is only sent. */
  readonly cron: string | null;
  /** A scheduled job gets `{}`. What is sent must be JSON. */
  readonly payload: Schema;
  /** After this the signal is aborted; the job is then tried again, twice at most. */
  readonly timeLimitSeconds: number;
  /** May run again after a crash or an error: what it did before must not hurt. Work in batches, look at the signal. */
  readonly run: (payload: z.output<Schema>, context: JobContext) => Promise<void>;
}

/** `Payload` is what a sender gives. */
export interface Job<Payload extends object = object> {
  readonly name: string;
  readonly cron: string | null;
  readonly timeLimitSeconds: number;
  /** Rejects what does not fit. */
  readonly check: (payload: unknown) => Payload;
  readonly work: (payload: unknown, signal: AbortSignal) => Promise<void>;
}

/**
 * A background job. Write one per file in this folder as a factory that takes what it needs, and add it to `list.ts`:
 *
 * ```ts
 * export const createTrashJob = ({ pool }: { pool: Pool }) =>
 *   defineJob({ name: 'trash', cron: '15 * * * *', payload: z.object({}), timeLimitSeconds: 60,
 *     run: (_payload, { signal }) => emptyTrash(pool, signal) });
 * ```
 *
 * Of all instances on a database one does it. To do one now, `jobs.send(job, payload, key)`.
 */
export function defineJob<Schema extends z.ZodType<object>>(
  options: JobOptions<Schema>,
): Job<z.input<Schema> & object> {
  const { name, cron, timeLimitSeconds, payload: schema, run } = options;
  return {
    name,
    cron,
    timeLimitSeconds,
    check: (payload) => {
      schema.parse(payload);
      return payload as z.input<Schema> & object;
    },
    work: (payload, signal) => run(schema.parse(payload ?? {}), { signal }),
  };
}
