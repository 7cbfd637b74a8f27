import 'server-only';
import type { KnowledgeSources } from '@/lib/db/knowledge-sources';
import type { ImportWork } from '../import/import-work';
import type { Knowledge } from '../knowledge';
import { createImportJob } from './imports';
import { createKnowledgeIndexJob } from './knowledge-index';
import { type JobDependencies, listJobs } from './list';
import { createMemoryIndexJob, type MemoryIndexJobDependencies } from './memory-index';
import { createJobs, type JobsOptions } from './service';

export interface JobsFoundation
  extends Omit<JobsOptions, 'jobs' | 'open'>,
    Omit<JobDependencies, 'memoryIndexJob' | 'knowledgeIndexJob' | 'importJob'>,
    Pick<MemoryIndexJobDependencies, 'index'> {
  readonly knowledge: Pick<Knowledge, 'update' | 'request'>;
  readonly knowledgeSources: KnowledgeSources;
  readonly importWork: ImportWork;
}

/** All background jobs, and how those that other code asks for are asked for. */
export function assembleJobs(foundation: JobsFoundation) {
  const { index, memoryCleanUp, knowledgeSources: sources } = foundation;
  const memoryIndexJob = createMemoryIndexJob({ store: memoryCleanUp, index });
  const knowledgeIndexJob = createKnowledgeIndexJob({ ...foundation.knowledge, sources });
  const requestImport = (importId: string): Promise<boolean> => jobs.send(importJob, { importId }, importId);
  const importJob = createImportJob({ ...foundation, requestImport });
  const all = listJobs({ ...foundation, memoryIndexJob, knowledgeIndexJob, importJob });
  const jobs = createJobs({ ...foundation, jobs: all });
  return {
    jobs,
    requestMemoryIndex: (userId: string) => jobs.send(memoryIndexJob, { userId }, userId),
    requestImport,
    requestKnowledgeIndex: (userId: string) => jobs.send(knowledgeIndexJob, { userId }, userId),
  };
}
