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
    const { memoryMode } = await session.read(() => settings.load(run.userId, { as: 'lately' }));
    if (memoryMode === 'off') return [];
    const of = { limit: CANDIDATES, sessionId: run.sessionId };
    const found = await session.read(() => memories.search(run.userId, queryOf(run.input), of));
    const chosen = found.filter((item) => isFit(item, run)).slice(0, MAX_ITEMS);
    if (chosen.length > 0) void noteUse(session, chosen);
    return chosen;
  } catch (error) {
    if (isTransient(error)) throw error;
    logger.warn({ runId: run.id }, 'memories could not be searched');
    return [];
  }
}

/** Not worth a run: what is not noted only fades a little sooner. */
async function noteUse({ runtime, run }: RunSession, items: readonly MetonaMemoryItem[]): Promise<void> {
  try {
    await runtime.memories.noteUse(
      run.userId,
      items.map(({ id }) => id),
    );
  } catch {
    runtime.logger.warn({ runId: run.id }, 'the use of memories could not be noted');
  }
}

function isFit(item: MetonaMemoryItem, run: { createdAt: number }): boolean {
  return (item.relevanceScore ?? 0) >= LEAST_RELEVANCE && item.createdAt <= run.createdAt;
}

/** Long questions say what they are about at their beginning and at their end. */
function queryOf(input: string): string {
  if (input.length <= QUERY_CHARS) return input;
  const half = QUERY_CHARS / 2;
  return `${input.slice(0, half)} ${input.slice(-half)}`.toWellFormed();
}
