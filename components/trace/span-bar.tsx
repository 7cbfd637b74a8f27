import type { TimeAxis } from './trace-span';

interface SpanBarProps {
  readonly color: string;
  readonly start: number;
  readonly end: number;
  /** When the first word came: what lies before is fainter. */
  readonly first: number | null;
  readonly axis: TimeAxis;
}

const LEAST = 0.6;

/** Where on the axis of the whole run it lies. */
export function SpanBar({ color, start, end, first, axis }: SpanBarProps) {
  const length = Math.max(1, axis.until - axis.from);
  const placeOf = (time: number) => Math.min(100 - LEAST, Math.max(0, ((time - axis.from) / length) * 100));
  const left = placeOf(start);
  const width = Math.min(100 - left, Math.max(LEAST, ((end - start) / length) * 100));
  const waited = first === null ? 0 : Math.min(width, Math.max(0, placeOf(first) - left));
  return (
    <svg
      aria-hidden
      className="col-span-2 h-1.5 w-full overflow-visible rounded-full"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
    >
      <rect width="100" height="1" className="fill-line-soft" />
      <rect x={left} width={width} height="1" className={color} />
      {waited > 0 && <rect x={left} width={waited} height="1" className="fill-bg opacity-55" />}
    </svg>
  );
}
