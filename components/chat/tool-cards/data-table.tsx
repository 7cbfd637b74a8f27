'use client';

import { useT } from '../../i18n/i18n-provider';
import { revealLine } from '../visible-text';
import { numberText } from './number-text';

export type Cell = string | number | null;

interface DataTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Rows and columns that scroll by themselves; numbers stand to the right. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 min-w-0 overflow-auto rounded-lg border border-line-soft"
    >
      <table className="w-max min-w-full border-collapse text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {namedOnce(columns).map(({ key, text }) => (
              <th
                key={key}
                scope="col"
                className="sticky top-0 border-line-soft border-b bg-raise px-2.5 py-1.5 text-left font-medium text-dim"
              >
                <bdi>{revealLine(text)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ at, row }) => (
            <tr key={at} className="border-line-soft not-last:border-b">
              {namedOnce(columns).map(({ key, at: column }) => (
                <DataCell key={key} value={row[column] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DataCell({ value }: { value: Cell }) {
  const t = useT();
  const isNumber = typeof value === 'number';
  return (
    <td className={`max-w-80 truncate px-2.5 py-1 align-top ${isNumber ? 'text-right tabular-nums' : ''}`}>
      {value === null && <span className="text-faint">{t('data.table.empty')}</span>}
      {isNumber && numberText(value)}
      {typeof value === 'string' && <bdi title={revealLine(value)}>{revealLine(value)}</bdi>}
    </td>
  );
}

const numbered = (rows: DataTableProps['rows']) => rows.map((row, at) => ({ at, row }));
const namedOnce = (columns: readonly string[]) => columns.map((text, at) => ({ key: `${at} ${text}`, text, at }));
