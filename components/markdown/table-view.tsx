import type { Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import { InlineTokens } from './inline';

const alignments = { left: 'text-left', right: 'text-right', center: 'text-center' } as const;

function alignOf(cell: Tokens.TableCell): string {
  return alignments[cell.align ?? 'left'];
}

/** No column is squeezed to nothing by another, nor held open by one long word. */
const cellWidth = 'min-w-20 max-w-lg [overflow-wrap:anywhere]';

/** A table scrolls by itself, by keyboard too; the page never does. */
export function TableShell({ header, children }: { header: readonly Tokens.TableCell[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="my-3 overflow-x-auto" tabIndex={0}>
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th
                key={index}
                className={`border-line border-b px-2.5 py-1.5 align-bottom font-medium text-dim text-xs ${cellWidth} ${alignOf(cell)}`}
              >
                <InlineTokens tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function TableRows({ rows, from = 0 }: { rows: readonly Tokens.TableCell[][]; from?: number }): ReactNode {
  return rows.map((row, index) => <TableRow key={from + index} row={row} />);
}

const TableRow = memo(function TableRow({ row }: { row: Tokens.TableCell[] }) {
  return (
    <tr>
      {row.map((cell, index) => (
        <td key={index} className={`border-line-soft border-b px-2.5 py-1.5 align-top ${cellWidth} ${alignOf(cell)}`}>
          <InlineTokens tokens={cell.tokens} />
        </td>
      ))}
    </tr>
  );
});
