import 'server-only';
import type { AdapterSource, Clock, Logger, NoteStore } from '@/lib/agent/ports';
import type { Pool } from '@/lib/db/client';
import { createKnowledgeContents } from '@/lib/db/knowledge-contents';
import { createKnowledgeProgress, createKnowledgeSources } from '@/lib/db/knowledge-sources';
import { createKnowledgeText } from '@/lib/db/knowledge-text';
import { createKnowledgeVectors } from '@/lib/db/knowledge-vectors';
import { createKnowledgeWrites } from '@/lib/db/knowledge-writes';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import type { MetonaModelRef } from '@/lib/ir';
import { createNoteText } from '@/lib/knowledge/notes';
import type { EmbeddingModel } from './embedding-model';
import { createKnowledge } from './knowledge';
import { createKnowledgeIndex } from './knowledge-index';
import { createKnowledgeMeaning } from './knowledge-meaning';
import { createPace, type PaceDependencies } from './knowledge-pace';
import { createPassageMaker } from './knowledge-passages';
import { createKnowledgeReader } from './knowledge-reader';
import { createRerankerSource } from './knowledge-reranker';
import { createKnowledgeSearch } from './knowledge-search';

export interface KnowledgeFoundation {
  readonly pool: Pool;
  readonly log: Logger;
  readonly now: () => number;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly embedding: EmbeddingModel;
  readonly adapters: AdapterSource;
  readonly rerankerModel: (userId: string) => Promise<MetonaModelRef | null>;
  readonly notes: Pick<NoteStore, 'readWithBlocks'>;
  readonly files: Pick<FullWorkspaceStore, 'open'>;
  readonly activity: PaceDependencies['activity'];
  /** Has the job of a user done once his changes have come to rest. */
  readonly requestIndex: (userId: string) => void;
}

/** The search over notes, files and messages: what finds, what indexes, and at which pace. */
export function assembleKnowledge(foundation: KnowledgeFoundation) {
  const { pool, log, now, newId, embedding, adapters, notes, files } = foundation;
  const sources = createKnowledgeSources(pool);
  const vectors = createKnowledgeVectors(pool);
  const pace = createPace({ activity: foundation.activity, clock: foundation.clock });
  const meaning = createKnowledgeMeaning({ vectors, embedding, pace });
  const contents = createKnowledgeContents({ pool, linesOf: createNoteText(() => newId('nb')).linesOf });
  const reader = createKnowledgeReader({ contents, notes, files });
  const search = createKnowledgeSearch({
    text: createKnowledgeText(pool),
    meaning,
    embedding,
    reranker: createRerankerSource({ adapters, chosenModel: foundation.rerankerModel, now, newId }),
    log,
  });
  const knowledge = createKnowledge({
    search,
    sources,
    progress: createKnowledgeProgress(pool),
    vectors,
    embedding,
    index: createKnowledgeIndex({
      sources,
      writes: createKnowledgeWrites(pool),
      reader,
      prepare: createPassageMaker({ pace, log }),
      pace,
      log,
    }),
    meaning,
    request: foundation.requestIndex,
  });
  return { knowledge, knowledgeSources: sources };
}
