import type { TimeAxis } from './trace-axis';

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
  const placeOf = (time: number) => axis.placeOf(time) * 100;
  const left = Math.min(100 - LEAST, placeOf(start));
  const width = Math.min(100 - left, Math.max(LEAST, placeOf(end) - left));
  const waited = first === null ? 0 : Math.min(width, Math.max(0, placeOf(first) - left));
  return (
    <svg
      aria-hidden
      className="h-2 w-full self-center overflow-visible [grid-area:bar]"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
    >
      <rect width="100" height="1" className="fill-line-soft" />
      {axis.ticks.map(({ place }) => (
        <rect key={place} x={place * 100 - 0.05} y="-1" width="0.1" height="3" className="fill-line" />
      ))}
      {axis.folds.map(({ place }) => (
        <rect key={place} x={place * 100 - 0.4} width="0.8" height="1" className="fill-card" />
      ))}
      <rect x={left} width={width} height="1" className={color} />
      {waited > 0 && <rect x={left} width={waited} height="1" className="fill-bg opacity-55" />}
      {axis.folds.map(({ place }) => (
        <rect key={place} x={place * 100 - 0.2} y="-0.5" width="0.4" height="2" className="fill-card" />
      ))}
    </svg>
  );
}
