import type { TraceSpan } from '@/lib/ir';

interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** A stretch of time and how much of the axis it gets. */
interface Piece extends Stretch {
  readonly shown: number;
}

export interface TimeAxis extends Stretch {
  /** Where a moment lies, from 0 to 1. */
  readonly placeOf: (time: number) => number;
  /** Times since the beginning, evenly spaced on the axis. */
  readonly ticks: readonly { readonly place: number; readonly elapsed: number }[];
  /** Long waits that are drawn shorter than they were. */
  readonly folds: readonly { readonly place: number; readonly length: number }[];
}

const startOf = (span: TraceSpan) => Date.parse(span.started_at);
const isWork = ({ kind }: TraceSpan) => kind === 'attempt' || kind === 'tool' || kind === 'compression';

/** From the first beginning to the last end; what goes on lasts until now. */
export function spanTimes(spans: readonly TraceSpan[], now?: number): Stretch {
  const isOpen = spans.some((span) => span.ended_at === null);
  const ends = spans.map((span) => Date.parse(span.ended_at ?? span.started_at));
  return { from: Math.min(...spans.map(startOf)), until: Math.max(...ends, isOpen ? (now ?? 0) : 0) };
}

/** Stretches as they are covered together: what ran at the same time counts once. */
function union(stretches: readonly Stretch[]): Stretch[] {
  const joined: { from: number; until: number }[] = [];
  for (const { from, until } of [...stretches].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else joined.push({ from, until });
  }
  return joined;
}

const stretchOf = (span: TraceSpan, until: number): Stretch => ({
  from: startOf(span),
  until: span.ended_at === null ? until : Date.parse(span.ended_at),
});

/** How long spans of these kinds took, together. */
export function timeOf(spans: readonly TraceSpan[], kinds: readonly TraceSpan['kind'][], until: number): number {
  const covered = union(spans.filter(({ kind }) => kinds.includes(kind)).map((span) => stretchOf(span, until)));
  return covered.reduce((sum, stretch) => sum + stretch.until - stretch.from, 0);
}

const FOLDED_ABOVE_MS = 4_000;
const FOLDED_SHARE = 0.12;

/** The time of the run in pieces, in which long waits get no more than a part of what the work gets. */
function piecesOf(spans: readonly TraceSpan[], { from, until }: Stretch): Piece[] {
  const busy = union(spans.filter(isWork).map((span) => stretchOf(span, until)));
  const work = busy.reduce((sum, stretch) => sum + stretch.until - stretch.from, 0);
  const most = Math.max(500, work * FOLDED_SHARE);
  const pieces: Piece[] = [];
  const add = (start: number, end: number, isIdle: boolean) => {
    if (end <= start) return;
    const length = end - start;
    const isFolded = isIdle && work > 0 && length > Math.max(FOLDED_ABOVE_MS, 2 * most);
    pieces.push({ from: start, until: end, shown: isFolded ? most : length });
  };
  let at = from;
  for (const stretch of busy) {
    add(at, stretch.from, true);
    add(Math.max(at, stretch.from), stretch.until, false);
    at = Math.max(at, stretch.until);
  }
  add(at, until, true);
  return pieces;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The axis on which the spans of a run are drawn. */
export function createAxis(spans: readonly TraceSpan[], now?: number): TimeAxis {
  const times = spanTimes(spans, now);
  const pieces = piecesOf(spans, times);
  const total = Math.max(
    1,
    pieces.reduce((sum, piece) => sum + piece.shown, 0),
  );
  let before = 0;
  const placed = pieces.map((piece) => {
    const start = before / total;
    before += piece.shown;
    return { ...piece, start, size: piece.shown / total };
  });
  const placeOf = (time: number): number => {
    const piece = placed.find(({ until }) => time <= until);
    if (piece === undefined) return pieces.length === 0 ? 0 : 1;
    return piece.start + (Math.max(0, time - piece.from) / (piece.until - piece.from)) * piece.size;
  };
  const timeAt = (place: number): number => {
    const piece = placed.find(({ start, size }) => place <= start + size + 1e-9);
    if (piece === undefined) return times.until;
    return piece.from + ((place - piece.start) / piece.size) * (piece.until - piece.from);
  };
  return {
    ...times,
    placeOf,
    ticks: TICKS.map((place) => ({ place, elapsed: timeAt(place) - times.from })),
    folds: placed
      .filter(({ shown, from, until }) => shown < until - from)
      .map(({ start, size, from, until }) => ({ place: start + size / 2, length: until - from })),
  };
}
