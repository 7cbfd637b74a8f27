'use client';

import { useT } from '../../i18n/i18n-provider';
import { useFormat } from '../../i18n/use-format';
import type { ToolResultCardProps } from './card-props';
import { type ChartSpecification, isChartKind } from './chart-points';
import { type Cell, DataTable } from './data-table';
import { fieldsOf, numberOf, textOf } from './read-value';
import { ResultChart } from './result-chart';

const mostRows = 500;

type Fields = NonNullable<ReturnType<typeof fieldsOf>>;

/** What a query found: the chart that was asked for, and always the rows. */
export function QueryTableCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const format = useFormat();
  const fields = fieldsOf(value);
  const columns = fields && textsOf(fields.columns);
  const rows = fields && rowsOf(fields.rows);
  if (!fields || !columns || !rows) return fallback;
  const total = numberOf(fields, 'total') ?? rows.length;
  const count =
    fields.total_is_at_least === true
      ? t('data.table.rowsAtLeast', { count: format.number(total) })
      : t('data.table.rows', { count: total });
  const chart = chartOf(fields);
  return (
    <section aria-label={t('chat.tool.result')} data-testid="query-table-card" className="flex min-w-0 flex-col gap-2">
      {chart && <ResultChart chart={chart} columns={columns} rows={rows} />}
      <p className="text-faint text-xs">
        {rows.length === 0 ? t('data.table.none') : count}
        {rows.length > 0 && rows.length < total && ` · ${t('data.table.shown', { shown: format.number(rows.length) })}`}
      </p>
      {rows.length > 0 && <DataTable caption={t('data.table.caption')} columns={columns} rows={rows} />}
    </section>
  );
}

function textsOf(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}

function rowsOf(value: unknown): Cell[][] | null {
  if (!Array.isArray(value) || !value.every((row) => Array.isArray(row))) return null;
  return value.slice(0, mostRows).map((row: unknown[]) => row.map(cellOf));
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

function chartOf(result: Fields): ChartSpecification | null {
  const chart = fieldsOf(result.chart);
  const type = chart ? textOf(chart, 'type') : '';
  return chart && isChartKind(type) ? { type, x: textOf(chart, 'x'), y: textOf(chart, 'y') } : null;
}
