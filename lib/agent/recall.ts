import type { MetonaMemoryItem } from '@/lib/ir';
import type { RunSession } from './run-session';

const MAX_ITEMS = 5;
const CANDIDATES = 20;
const LEAST_RELEVANCE = 0.15;
const QUERY_CHARS = 400;

/**
 * What is remembered about the question of a run, best first. Every step and every process finds the same: nothing that
 * was learned since the run began is among it.
 */
export async function recallMemories(session: RunSession): Promise<readonly MetonaMemoryItem[]> {
  const { runtime, run } = session;
  const { memories, settings, isTransient, logger } = runtime;
  try {
    const { memoryMode } = await session.read(() => settings.load(run.userId));
    if (memoryMode === 'off') return [];
    const found = await session.read(() => memories.search(run.userId, queryOf(run.input), CANDIDATES));
    return found.filter((item) => isFit(item, run)).slice(0, MAX_ITEMS);
  } catch (error) {
    if (isTransient(error)) throw error;
    logger.warn({ runId: run.id }, 'memories could not be searched');
    return [];
  }
}

function isFit(item: MetonaMemoryItem, run: { sessionId: string; createdAt: number }): boolean {
  if ((item.relevanceScore ?? 0) < LEAST_RELEVANCE || item.createdAt > run.createdAt) return false;
  return item.type !== 'working' || item.sessionId === undefined || item.sessionId === run.sessionId;
}

/** Long questions say what they are about at their beginning and at their end. */
function queryOf(input: string): string {
  if (input.length <= QUERY_CHARS) return input;
  const half = QUERY_CHARS / 2;
  return `${input.slice(0, half)} ${input.slice(-half)}`;
}
