import { z } from 'zod';

/** Open are `todo` and `doing`; a task that is `done` has a time of completion. */
export const metonaTaskStatusSchema = z.enum(['todo', 'doing', 'done', 'cancelled']);
export type MetonaTaskStatus = z.infer<typeof metonaTaskStatusSchema>;

export const metonaTaskPrioritySchema = z.enum(['low', 'normal', 'high']);
export type MetonaTaskPriority = z.infer<typeof metonaTaskPrioritySchema>;

/** A calendar day as `YYYY-MM-DD`, from 1970 on, in nobody's time zone. */
export const metonaDaySchema = z.iso
  .date()
  .refine((day) => day >= '1970-01-01', 'must be a day from 1970-01-01 on')
  .describe('A day as YYYY-MM-DD');
