'use client';

import { useId } from 'react';
import { useT } from '../../i18n/i18n-provider';
import { useFormat } from '../../i18n/use-format';
import { revealLine } from '../visible-text';
import { type ChartPoints, type ChartSpecification, chartPoints } from './chart-points';
import type { Cell } from './data-table';
import { numberText } from './number-text';

const size = { width: 480, height: 200, pad: 8 };
const inner = { width: size.width - 2 * size.pad, height: size.height - 2 * size.pad };

const across = (x: number) => size.pad + x * inner.width;
const down = (y: number) => size.pad + (1 - y) * inner.height;

interface ResultChartProps {
  readonly chart: ChartSpecification;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A result as a drawing; the table beside it says the same in words and numbers. */
export function ResultChart({ chart, columns, rows }: ResultChartProps) {
  const t = useT();
  const format = useFormat();
  const titleId = useId();
  const drawn = chartPoints(chart, columns, rows);
  if (drawn === null) return <p className="text-dim text-xs">{t('data.chart.nothing')}</p>;
  const names = { x: revealLine(chart.x), y: revealLine(chart.y) };
  const range = { count: drawn.points.length, from: numberText(drawn.min), to: numberText(drawn.max) };
  return (
    <figure className="flex min-w-0 flex-col gap-1" data-testid="result-chart" data-kind={chart.type}>
      <figcaption className="text-dim text-xs [overflow-wrap:anywhere]">
        {t(`data.chart.${chart.type}`, names)}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 text-2xs text-faint tabular-nums">
        <p aria-hidden className="flex flex-col justify-between text-right">
          <span>{numberText(drawn.max)}</span>
          <span>{numberText(drawn.min)}</span>
        </p>
        <svg
          role="img"
          aria-labelledby={titleId}
          viewBox={`0 0 ${size.width} ${size.height}`}
          className="w-full rounded-lg border border-line-soft bg-code text-cyan"
        >
          <title id={titleId}>{`${t(`data.chart.${chart.type}`, names)}. ${t('data.chart.range', range)}`}</title>
          <line
            x1={size.pad}
            x2={size.width - size.pad}
            y1={down(drawn.base)}
            y2={down(drawn.base)}
            className="stroke-edge"
            strokeWidth="1"
          />
          <Marks kind={chart.type} drawn={drawn} />
        </svg>
        <p aria-hidden className="col-start-2 flex justify-between gap-4">
          <span className="truncate">{revealLine(drawn.points[0]?.label ?? '')}</span>
          <span className="truncate">{revealLine(drawn.points.at(-1)?.label ?? '')}</span>
        </p>
      </div>
      {drawn.isPartly && (
        <p className="text-faint text-xs">{t('data.chart.partly', { count: format.number(drawn.points.length) })}</p>
      )}
    </figure>
  );
}

function Marks({ kind, drawn }: { kind: ChartSpecification['type']; drawn: ChartPoints }) {
  const points = drawn.points.map((point, at) => ({ ...point, key: `${at}` }));
  if (kind === 'line') {
    const path = points.map(({ x, y }) => `${across(x).toFixed(1)},${down(y).toFixed(1)}`).join(' ');
    return <polyline points={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />;
  }
  if (kind === 'scatter') {
    return points.map(({ key, x, y }) => (
      <circle key={key} cx={across(x)} cy={down(y)} r="3" fill="currentColor" fillOpacity="0.75" />
    ));
  }
  const width = Math.max(1, (inner.width / points.length) * 0.7);
  return points.map(({ key, x, y }) => (
    <rect
      key={key}
      x={across(x) - width / 2}
      y={Math.min(down(y), down(drawn.base))}
      width={width}
      height={Math.max(1, Math.abs(down(y) - down(drawn.base)))}
      fill="currentColor"
    />
  ));
}
