import 'server-only';
import { type MetonaArchiveReason, type MetonaMemoryItem, metonaMemoryItemSchema } from '@/lib/ir';
import type { Prisma } from './generated/client';
import type { MemoryModel } from './generated/models';
import { shortFormOf } from './memory-short-form';
import { searchTextOf } from './search-text';
import { storableText } from './storable';

type Status = NonNullable<MetonaMemoryItem['status']>;

export interface MemoryPatch {
  readonly type?: MetonaMemoryItem['type'] | undefined;
  readonly content?: string | undefined;
  readonly summary?: string | null | undefined;
  readonly importance?: number | undefined;
  readonly status?: Status | undefined;
  readonly expiresAt?: number | null | undefined;
}

export interface NewMemory {
  readonly type: MetonaMemoryItem['type'];
  readonly content: string;
  readonly summary?: string | undefined;
  readonly source: MetonaMemoryItem['source'];
  readonly importance: number;
  readonly status: 'active' | 'proposed';
  readonly sessionId?: string | undefined;
  readonly sourceMessageId?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** Gives back what says the same already, instead of a second one; throws when the user has refused the same before. */
  readonly unlessKnown?: boolean | undefined;
}

const dayMs = 86_400_000;
/** What is kept for the present work runs out by itself. */
const workingLifeMs = 7 * dayMs;

const whenSet = <Key extends string, Value>(key: Key, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as { [Name in Key]?: Value };

export function toItem(row: MemoryModel, relevanceScore?: number): MetonaMemoryItem {
  return metonaMemoryItemSchema.parse({
    id: row.id,
    type: row.type,
    content: row.content,
    source: row.source,
    importance: row.importance,
    status: row.status,
    createdAt: row.createdAt.getTime(),
    ...whenSet('summary', row.summary),
    ...whenSet('sessionId', row.sessionId),
    ...whenSet('sourceMessageId', row.sourceMessageId),
    ...whenSet('expiresAt', row.expiresAt?.getTime()),
    ...whenSet('archivedReason', row.archivedReason),
    ...whenSet('duplicateOf', row.duplicateOf),
    ...whenSet('relevanceScore', relevanceScore),
  });
}

const dateOrNull = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at));

/** Content and everything that is made of it; a summary that nobody wrote is made from a long text. */
export function memoryTextColumns(given: string, summary: string | null | undefined) {
  const content = storableText(given);
  const written = summary === null || summary === undefined ? null : storableText(summary);
  return {
    content,
    searchText: searchTextOf(content),
    summary: written ?? shortFormOf(content),
    summaryDerived: written === null,
  };
}

export function rowOf(memory: NewMemory, of: { id: string; userId: string; now: number }) {
  const { type, source, importance, status, sessionId, sourceMessageId } = memory;
  const at = new Date(of.now);
  const expiresAt = memory.expiresAt ?? (type === 'working' ? of.now + workingLifeMs : null);
  return {
    id: of.id,
    userId: of.userId,
    type,
    ...memoryTextColumns(memory.content, memory.summary),
    source,
    importance,
    status,
    sessionId: sessionId ?? null,
    sourceMessageId: sourceMessageId ?? null,
    createdAt: at,
    updatedAt: at,
    expiresAt: dateOrNull(expiresAt),
  } satisfies Prisma.MemoryCreateInput;
}

/** What an archived memory is marked with. */
export function archiveColumns(of: { reason: MetonaArchiveReason; duplicateOf?: string | undefined; now: number }) {
  return {
    status: 'archived',
    archivedAt: new Date(of.now),
    archivedReason: of.reason,
    duplicateOf: of.duplicateOf ?? null,
    keptAt: null,
  } as const;
}

function statusColumns(to: Status | undefined, row: MemoryModel, now: number) {
  if (to === undefined || to === row.status) return {};
  if (to === 'archived') return archiveColumns({ reason: 'user', now });
  if (row.status !== 'archived') return { status: to };
  // What comes back stays: it neither fades nor runs out, and counts as no duplicate, unless that is said anew.
  const isOver = row.expiresAt !== null && row.expiresAt.getTime() <= now;
  return {
    status: to,
    archivedAt: null,
    archivedReason: null,
    duplicateOf: null,
    keptAt: new Date(now),
    ...(isOver && { expiresAt: null }),
  };
}

export function changesOf(row: MemoryModel, patch: MemoryPatch, now: number): Prisma.MemoryUpdateManyMutationInput {
  const { content, summary } = patch;
  const isNewText = content !== undefined && storableText(content) !== row.content;
  const text =
    isNewText || summary !== undefined
      ? memoryTextColumns(content ?? row.content, summary === undefined && !isNewText ? row.summary : summary)
      : {};
  return {
    updatedAt: new Date(now),
    ...statusColumns(patch.status, row, now),
    ...text,
    ...(patch.type !== undefined && { type: patch.type }),
    ...(patch.importance !== undefined && { importance: patch.importance }),
    ...(patch.expiresAt !== undefined && { expiresAt: dateOrNull(patch.expiresAt) }),
  };
}
