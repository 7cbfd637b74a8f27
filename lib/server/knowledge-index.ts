import 'server-only';
import { type KnowledgeKind, knowledgeKinds, type Logger } from '@/lib/agent/ports';
import { isDatabaseUnavailable } from '@/lib/db/database-unavailable';
import type { KnowledgeSources, PendingSource } from '@/lib/db/knowledge-sources';
import type { KnowledgeWrites, ReadSource } from '@/lib/db/knowledge-writes';
import type { Pace } from './knowledge-pace';
import type { PassageMaker } from './knowledge-passages';
import type { KnowledgeReader } from './knowledge-reader';

/** Asked for at once; worked on in smaller batches. */
const pageSize = 200;
/** Passages that are written in one transaction; the rest of a long source follows in others. */
const passagesAtOnce = 60;

export interface KnowledgeIndexDependencies {
  readonly sources: Pick<KnowledgeSources, 'pending'>;
  readonly writes: KnowledgeWrites;
  readonly reader: KnowledgeReader;
  readonly prepare: PassageMaker;
  readonly pace: Pace;
  readonly log: Logger;
}

/** Brings the passages of a user up to date with his notes, files and messages. */
export function createKnowledgeIndex({ sources, writes, reader, prepare, pace, log }: KnowledgeIndexDependencies) {
  /** A source that spoils its batch is written down as failed, and the others without it. */
  const save = async (userId: string, batch: readonly ReadSource[]): Promise<void> => {
    try {
      await writes.save(userId, batch);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (batch.length > 1) for (const each of batch) await save(userId, [each]);
      else if (batch[0] !== undefined && !('error' in batch[0])) {
        const { passages: _, ...source } = batch[0];
        log.warn({ userId, kind: source.kind, sourceId: source.id }, 'a source could not be written into the index');
        await save(userId, [{ ...source, error: `A ${source.kind} could not be indexed.` }]);
      } else throw error;
    }
  };

  /** All but the last passages of a long source; it is complete, and has its version, with the last ones. */
  const saveBeginning = async (userId: string, source: ReadSource, signal: AbortSignal): Promise<ReadSource> => {
    if (!('passages' in source)) return source;
    let { passages } = source;
    for (let from = 0; from + passagesAtOnce < passages.length && !signal.aborted; from += passagesAtOnce) {
      const began = performance.now();
      const part = passages.slice(from, from + passagesAtOnce).filter(({ terms }) => terms !== null);
      if (part.length === 0) continue;
      await writes.add(userId, source, part);
      const added = new Set(part);
      passages = passages.map((passage) => (added.has(passage) ? { ...passage, terms: null } : passage));
      await pace.rest(began, signal);
    }
    return { ...source, passages };
  };

  const indexBatch = async (userId: string, batch: readonly PendingSource[], signal: AbortSignal): Promise<void> => {
    const kind = batch[0]?.kind ?? 'note';
    const ids = batch.map(({ id }) => id);
    const known = await writes.hashes(userId, kind, ids);
    const read = await reader(userId, batch);
    const ready: ReadSource[] = [];
    for (const source of batch) {
      if (signal.aborted) break;
      const prepared = await prepare(userId, source, { read, known: known.get(source.id) ?? new Set() });
      if (prepared !== null) ready.push(await saveBeginning(userId, prepared, signal));
    }
    if (!signal.aborted) await save(userId, ready);
  };

  const indexKind = async (userId: string, kind: KnowledgeKind, signal: AbortSignal): Promise<void> => {
    const seen = new Set<string>();
    while (!signal.aborted) {
      const page = await sources.pending(userId, kind, pageSize);
      // What comes again unchanged is gone or changes right now: the next time is soon enough.
      const rows = page.filter(({ id, version }) => !seen.has(`${id} ${version}`));
      if (rows.length === 0) return;
      for (const { id, version } of rows) seen.add(`${id} ${version}`);
      while (rows.length > 0 && !signal.aborted) {
        const began = performance.now();
        await indexBatch(userId, rows.splice(0, pace.batchSize()), signal);
        await pace.rest(began, signal);
      }
    }
  };

  return {
    /** May be stopped at any moment, by the signal or with the process: what is written is whole, the rest comes later. */
    async update(userId: string, signal: AbortSignal): Promise<void> {
      for (const kind of knowledgeKinds) await indexKind(userId, kind, signal);
    },
  };
}
export type KnowledgeIndex = ReturnType<typeof createKnowledgeIndex>;
