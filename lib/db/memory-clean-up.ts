import 'server-only';
import type { MetonaArchiveReason } from '@/lib/ir';
import type { MemoryModel } from './generated/models';
import { freshnessOf } from './memory-relevance';
import { alikePairs, meaningOf } from './memory-sameness';

const dayMs = 86_400_000;
/** How long what has run out can still be taken back. */
const expiredGraceMs = 30 * dayMs;
/** What matters at least this much never fades. */
const lastingImportance = 0.8;
/** Below this strength a memory of the moment, or of what happened, goes to the archive. */
const leastStrength = 0.1;

/** Of one kind; comparing more would hold up everybody else of the process. */
const comparedAtMost = 1_000;

export interface CleanUpStep {
  readonly row: MemoryModel;
  readonly action: 'archive' | 'delete';
  readonly reason: Extract<MetonaArchiveReason, 'expired' | 'duplicate' | 'faded'>;
  /** Only likely: done when the user says so. */
  readonly isSuggestion: boolean;
  /** The memory that stays and says the same. */
  readonly keeper?: MemoryModel;
}

const isOver = (row: MemoryModel, now: number) => row.expiresAt !== null && row.expiresAt.getTime() <= now;

function isForgotten(row: MemoryModel, now: number): boolean {
  if (row.status !== 'archived' || row.archivedReason !== 'expired' || row.archivedAt === null) return false;
  return row.archivedAt.getTime() + expiredGraceMs <= now;
}

function isFaded(row: MemoryModel, now: number): boolean {
  const { type, importance, createdAt, updatedAt, usedAt } = row;
  if (row.status !== 'active' || row.keptAt !== null || importance >= lastingImportance) return false;
  if (type !== 'episodic' && type !== 'working') return false;
  const since = Math.max(createdAt.getTime(), updatedAt.getTime(), usedAt?.getTime() ?? 0);
  return importance * freshnessOf(type, since, now) < leastStrength;
}

/** The one that stays comes first: in use, taken back by the user, important, old. */
function byClaim(left: MemoryModel, right: MemoryModel): number {
  return (
    Number(right.status === 'active') - Number(left.status === 'active') ||
    Number(right.keptAt !== null) - Number(left.keptAt !== null) ||
    right.importance - left.importance ||
    left.createdAt.getTime() - right.createdAt.getTime() ||
    (left.id < right.id ? -1 : 1)
  );
}

const placeOf = (row: MemoryModel) => `${row.type} ${row.type === 'working' ? (row.sessionId ?? '') : ''}`;

function duplicatesOf(rows: readonly MemoryModel[]): CleanUpStep[] {
  const groups = Map.groupBy(rows, (row) => `${placeOf(row)}\n${meaningOf(row.content)}`);
  return [...groups.values()].flatMap((group) => {
    const [keeper, ...others] = group.toSorted(byClaim);
    if (keeper === undefined) return [];
    const spare = others.filter((row) => row.keptAt === null);
    return spare.map((row) => ({ row, action: 'archive', reason: 'duplicate', isSuggestion: false, keeper }) as const);
  });
}

function likelyDuplicatesOf(rows: readonly MemoryModel[]): CleanUpStep[] {
  const groups = Map.groupBy(rows, placeOf);
  return [...groups.values()].flatMap((group) => {
    const ordered = group.toSorted(byClaim).slice(0, comparedAtMost);
    return alikePairs(ordered.map((row) => row.content)).flatMap(([first, second]): CleanUpStep[] => {
      const [keeper, row] = [ordered[first], ordered[second]];
      if (keeper === undefined || row === undefined || row.keptAt !== null) return [];
      return [{ row, action: 'archive', reason: 'duplicate', isSuggestion: true, keeper }];
    });
  });
}

/**
 * What of one user's memories may go: for good only what ran out long ago, all else to the archive, from where it can be
 * taken back.
 */
export function planCleanUp(
  rows: readonly MemoryModel[],
  of: { now: number; withSuggestions: boolean },
): CleanUpStep[] {
  const { now } = of;
  const forgotten = rows.filter((row) => isForgotten(row, now));
  const over = rows.filter((row) => row.status !== 'archived' && isOver(row, now));
  const living = rows.filter((row) => row.status !== 'archived' && !isOver(row, now));
  const duplicates = duplicatesOf(living);
  const gone = new Set(duplicates.map(({ row }) => row.id));
  const faded = living.filter((row) => !gone.has(row.id) && isFaded(row, now));
  for (const row of faded) gone.add(row.id);
  const left = living.filter((row) => !gone.has(row.id));
  const plain = { isSuggestion: false } as const;
  return [
    ...forgotten.map((row) => ({ row, action: 'delete', reason: 'expired', ...plain }) as const),
    ...over.map((row) => ({ row, action: 'archive', reason: 'expired', ...plain }) as const),
    ...duplicates,
    ...faded.map((row) => ({ row, action: 'archive', reason: 'faded', ...plain }) as const),
    ...(of.withSuggestions ? likelyDuplicatesOf(left) : []),
  ];
}
