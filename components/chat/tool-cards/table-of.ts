import type { Cell } from './data-table';
import { fieldsOf } from './read-value';

const MOST_ROWS = 500;
const MOST_COLUMNS = 40;

export interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly total: number;
}

type Fields = NonNullable<ReturnType<typeof fieldsOf>>;

/** A list of objects, columns with rows, or an object that holds one of them; null for anything else. */
export function tableOf(value: unknown): ReadTable | null {
  if (Array.isArray(value)) return ofObjects(value);
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const { columns, rows } = fields;
  if (Array.isArray(columns) && Array.isArray(rows) && rows.every(Array.isArray)) return ofRows(columns, rows);
  const lists = Object.values(fields).filter((held): held is unknown[] => Array.isArray(held) && held.length > 0);
  return lists.length === 1 ? ofObjects(lists[0] ?? []) : null;
}

function ofRows(columns: readonly unknown[], rows: readonly unknown[][]): ReadTable | null {
  if (columns.length === 0 || !columns.every((name) => typeof name === 'string')) return null;
  const shown = rows.slice(0, MOST_ROWS).map((row) => columns.map((_, at) => cellOf(row[at])));
  return { columns, rows: shown, total: rows.length };
}

function ofObjects(list: readonly unknown[]): ReadTable | null {
  const objects = list.map(fieldsOf);
  if (objects.length === 0 || !objects.every((object): object is Fields => object !== null)) return null;
  const shown = objects.slice(0, MOST_ROWS);
  const columns = [...new Set(shown.flatMap((object) => Object.keys(object)))].slice(0, MOST_COLUMNS);
  if (columns.length === 0) return null;
  const rows = shown.map((object) => columns.map((name) => cellOf(Object.hasOwn(object, name) ? object[name] : null)));
  return { columns, rows, total: objects.length };
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}
