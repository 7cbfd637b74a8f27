'use client';

import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../../i18n/i18n-provider';
import { useFormat } from '../../i18n/use-format';
import { revealLine } from '../visible-text';
import type { ToolResultCardProps } from './card-props';
import { type Cell, DataTable } from './data-table';
import { numberText } from './number-text';
import { fieldsOf, listOf, numberOf, textOf } from './read-value';

const mostColumns = 300;

const typeNames: Readonly<Record<string, PlainMessageKey>> = {
  integer: 'data.report.typeInteger',
  number: 'data.report.typeNumber',
  boolean: 'data.report.typeBoolean',
  date: 'data.report.typeDate',
  text: 'data.report.typeText',
  empty: 'data.report.typeEmpty',
};

type Fields = NonNullable<ReturnType<typeof fieldsOf>>;

/** A table described: what each column holds, and how it begins. */
export function CsvReportCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const describe = useColumnRow();
  const report = fieldsOf(value);
  const columns = report && listOf(report, 'columns', mostColumns);
  const rows = report && numberOf(report, 'rows');
  if (!report || !columns || rows === null) return fallback;
  const ragged = numberOf(report, 'ragged_rows') ?? 0;
  const head = ['name', 'type', 'missing', 'distinct', 'range', 'median', 'mean', 'deviation', 'frequent'] as const;
  const sample = Array.isArray(report.sample) ? report.sample.filter((row) => Array.isArray(row)) : [];
  return (
    <section aria-label={t('chat.tool.result')} data-testid="csv-report-card" className="flex min-w-0 flex-col gap-2">
      <p className="text-xs [overflow-wrap:anywhere]">
        <bdi className="font-medium">{revealLine(textOf(report, 'path'))}</bdi>
        <span className="text-faint"> · {t('data.report.shape', { rows, columns: columns.length })}</span>
      </p>
      {ragged > 0 && <p className="text-orange text-xs">{t('data.report.ragged', { count: ragged })}</p>}
      <DataTable
        caption={t('data.report.columns')}
        columns={head.map((name) => t(`data.report.${name}`))}
        rows={columns.map(describe)}
      />
      {sample.length > 0 && (
        <details className="min-w-0 text-xs">
          <summary className="w-fit cursor-pointer text-dim hover:text-text">{t('data.report.sample')}</summary>
          <div className="mt-1.5">
            <DataTable
              caption={t('data.report.sample')}
              columns={columns.map((column) => textOf(column, 'name'))}
              rows={sample.map((row: unknown[]) => row.map((cell) => (typeof cell === 'string' ? cell : '')))}
            />
          </div>
        </details>
      )}
    </section>
  );
}

/** One column of the file as a row of the card. */
function useColumnRow(): (column: Fields) => Cell[] {
  const t = useT();
  const format = useFormat();
  return (column) => {
    const type = textOf(column, 'type');
    const typeName = Object.hasOwn(typeNames, type) ? typeNames[type] : undefined;
    const statistics = fieldsOf(column.statistics);
    const number = (name: string) => (statistics ? numberOf(statistics, name) : null);
    const distinct = numberOf(column, 'distinct');
    const count = format.number(distinct ?? 0);
    const top = (listOf(column, 'top', 3) ?? []).map(
      (found) => `${textOf(found, 'value')} (${numberOf(found, 'count')})`,
    );
    return [
      textOf(column, 'name'),
      typeName ? t(typeName) : type,
      numberOf(column, 'missing'),
      column.distinct_is_at_least === true ? t('data.report.atLeast', { count }) : distinct,
      rangeOf(fieldsOf(column.range) ?? statistics),
      number('median'),
      number('mean'),
      number('sd'),
      top.join(', '),
    ];
  };
}

function rangeOf(range: Fields | null): string {
  if (range === null) return '';
  const [from, to] = ['min', 'max'].map((name) => {
    const value = numberOf(range, name);
    return value === null ? textOf(range, name) : numberText(value);
  });
  return `${from} – ${to}`;
}
