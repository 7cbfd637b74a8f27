import 'server-only';
import { type JobDependencies, listJobs } from './list';
import { createMemoryIndexJob, type MemoryIndexJobDependencies } from './memory-index';
import { createJobs, type JobsOptions } from './service';

export interface JobsFoundation
  extends Omit<JobsOptions, 'jobs' | 'open'>,
    Omit<JobDependencies, 'memoryIndexJob'>,
    Pick<MemoryIndexJobDependencies, 'index'> {}

/** All background jobs, and how the one that other code asks for is asked for. */
export function assembleJobs(foundation: JobsFoundation) {
  const { index, memoryCleanUp } = foundation;
  const memoryIndexJob = createMemoryIndexJob({ store: memoryCleanUp, index });
  const jobs = createJobs({ ...foundation, jobs: listJobs({ ...foundation, memoryIndexJob }) });
  return { jobs, requestMemoryIndex: (userId: string) => jobs.send(memoryIndexJob, { userId }, userId) };
}
