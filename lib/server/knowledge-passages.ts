import 'server-only';
import type { Logger } from '@/lib/agent/ports';
import { hashBytes } from '@/lib/crypto/hash-bytes';
import { isDatabaseUnavailable } from '@/lib/db/database-unavailable';
import type { PendingSource } from '@/lib/db/knowledge-sources';
import type { NewPassage, ReadSource } from '@/lib/db/knowledge-writes';
import type { Passage } from '@/lib/knowledge/retrieval/chunk';
import { segmentWords } from '@/lib/knowledge/retrieval/segment-words';
import { isFailure } from './http/problem';
import type { Pace } from './knowledge-pace';
import type { ReadPassages } from './knowledge-reader';

export interface PassageDependencies {
  readonly pace: Pick<Pace, 'breathe'>;
  readonly log: Logger;
}

const hashOf = (source: PendingSource, { heading, text }: Passage) =>
  hashBytes(new TextEncoder().encode(JSON.stringify([source.title, heading, text])));

const isConflict = (error: unknown) => isFailure(error) && (error.error.code as string) === 'conflict';

/** Reads a source and finds the words of those of its passages that are not known yet. */
export function createPassageMaker({ pace, log }: PassageDependencies) {
  /** The words of what is new; a passage that stands in a source twice is kept once, where it stands first. */
  const segment = async (source: PendingSource, passages: readonly Passage[], known: ReadonlySet<string>) => {
    const title = segmentWords(source.title);
    const unique = new Map<string, NewPassage>();
    for (const passage of passages) {
      const contentHash = hashOf(source, passage);
      if (unique.has(contentHash)) continue;
      const terms = known.has(contentHash)
        ? null
        : { text: segmentWords(`${passage.heading}\n${passage.text}`), title };
      unique.set(contentHash, { ...passage, contentHash, terms });
      await pace.breathe();
    }
    return [...unique.values()];
  };

  /** Null for a source that is gone or changes right now: it is not there, or comes again. */
  return async (
    userId: string,
    source: PendingSource,
    { read, known }: { readonly read: ReadPassages; readonly known: ReadonlySet<string> },
  ): Promise<ReadSource | null> => {
    try {
      const passages = await read(source);
      return passages && { ...source, passages: await segment(source, passages, known) };
    } catch (error) {
      if (isConflict(error)) return null;
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ userId, kind: source.kind, sourceId: source.id }, 'a source could not be read into the index');
      return { ...source, error: `A ${source.kind} could not be read.` };
    }
  };
}
export type PassageMaker = ReturnType<typeof createPassageMaker>;
