import { describe, expect, it } from 'vitest';
import { createKnowledgeIndexJob } from './knowledge-index';

const until = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

function setUp(work: (userId: string, signal: AbortSignal) => Promise<void>) {
  const visited: string[] = [];
  const pages = [['anna', 'ben'], ['carl']];
  const job = createKnowledgeIndexJob({
    sources: { usersWithPending: async () => pages.shift() ?? [] },
    update: async (userId, signal) => {
      visited.push(userId);
      await work(userId, signal);
    },
    request: () => undefined,
    shareMs: 20,
  });
  return { job, visited };
}

describe('a round of the index over all users', () => {
  it('gives each a share, also when the first one has work without end', async () => {
    const { job, visited } = setUp((userId, signal) => (userId === 'anna' ? until(signal) : Promise.resolve()));
    await job.work({}, new AbortController().signal);
    expect(visited).toEqual(['anna', 'ben', 'carl']);
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const { job, visited } = setUp(async () => stop.abort());
    await job.work({}, stop.signal);
    expect(visited).toEqual(['anna']);
  });

  it('is about one user when one is named', async () => {
    const { job, visited } = setUp(async () => undefined);
    await job.work({ userId: 'dora' }, new AbortController().signal);
    expect(visited).toEqual(['dora']);
  });
});
