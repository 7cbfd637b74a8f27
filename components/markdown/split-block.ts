import type { Tokens } from 'marked';
import type { ListHead } from './markdown-block';

export type Split =
  | {
      readonly kind: 'list';
      readonly head: Pick<ListHead, 'kind' | 'ordered' | 'start'>;
      readonly items: readonly Tokens.ListItem[];
      readonly rest: string;
    }
  | {
      readonly kind: 'table';
      readonly header: readonly Tokens.TableCell[];
      readonly rows: readonly Tokens.TableCell[][];
      readonly rest: string;
    };

/** Every item but the last is finished: nothing that follows can change it. */
export function splitList(list: Tokens.List, text: string): Split | null {
  const items = list.items.slice(0, -1);
  if (items.length === 0) return null;
  const raw = items.map((item) => item.raw).join('');
  if (!text.startsWith(raw)) return null;
  const head = { kind: 'list', ordered: list.ordered, start: list.start === '' ? 1 : list.start } as const;
  return { kind: 'list', head, items, rest: text.slice(raw.length) };
}

/** Every complete line of a table is a finished row; the header stays in front of what is still to come. */
export function splitTable(table: Tokens.Table, text: string): Split | null {
  if (table.rows.length === 0) return null;
  const [header, delimiter, ...rows] = text.split('\n');
  if (rows.pop() !== '' || rows.length !== table.rows.length) return null;
  return { kind: 'table', header: table.header, rows: table.rows, rest: `${header}\n${delimiter}\n` };
}
