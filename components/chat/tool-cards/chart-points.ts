import type { Cell } from './data-table';

const kinds = ['bar', 'line', 'scatter'] as const;
export type ChartKind = (typeof kinds)[number];

export interface ChartSpecification {
  readonly type: ChartKind;
  readonly x: string;
  readonly y: string;
}

interface ChartPoint {
  /** Both from 0 to 1; `y` grows upwards. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly value: number;
}

export interface ChartPoints {
  readonly points: readonly ChartPoint[];
  /** Where zero is, or the nearest edge. */
  readonly base: number;
  readonly min: number;
  readonly max: number;
  readonly isPartly: boolean;
}

const most: Readonly<Record<ChartKind, number>> = { bar: 60, line: 500, scatter: 1000 };

export function isChartKind(text: string): text is ChartKind {
  return kinds.some((kind) => kind === text);
}

/** Where the values of a result stand in a chart; null when there is no number to draw. */
export function chartPoints(
  chart: ChartSpecification,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): ChartPoints | null {
  const [xAt, yAt] = [columns.indexOf(chart.x), columns.indexOf(chart.y)];
  const found = rows.flatMap((row) => {
    const value = row[yAt];
    return typeof value === 'number' && xAt >= 0 ? [{ x: row[xAt] ?? null, value }] : [];
  });
  const drawn = found.slice(0, most[chart.type]);
  if (drawn.length === 0) return null;
  const values = drawn.map(({ value }) => value);
  const isFromZero = chart.type === 'bar';
  const min = Math.min(...values, ...(isFromZero ? [0] : []));
  const max = Math.max(...values, ...(isFromZero ? [0] : []));
  const along = positionsOf(
    drawn.map(({ x }) => x),
    chart.type,
  );
  return {
    points: drawn.map(({ x, value }, at) => ({
      x: along[at] ?? 0,
      y: shareOf(value, min, max),
      label: x === null ? '' : String(x),
      value,
    })),
    base: shareOf(Math.min(Math.max(0, min), max), min, max),
    min,
    max,
    isPartly: drawn.length < found.length,
  };
}

function shareOf(value: number, min: number, max: number): number {
  // Halves first: the distance of the largest numbers is no number any more.
  return max === min ? 0.5 : (value / 2 - min / 2) / (max / 2 - min / 2);
}

/** Numbers of lines and clouds stand where their value is, everything else side by side. */
function positionsOf(values: readonly Cell[], kind: ChartKind): number[] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (kind !== 'bar' && numbers.length === values.length) {
    const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
    return numbers.map((value) => shareOf(value, min, max));
  }
  return values.map((_, at) => (at + 0.5) / values.length);
}
