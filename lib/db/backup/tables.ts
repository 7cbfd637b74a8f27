import type { Client } from 'pg';
import type { Migration } from '../migrate-folder';

export interface TableShape {
  name: string;
  columns: string[];
}

export interface SequenceValue {
  name: string;
  value: string;
}

const CREATED = /\bCREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/gi;
const DROPPED = /\bDROP TABLE (?:IF EXISTS )?"(\w+)"/gi;
const RENAMED = /\bALTER TABLE "(\w+)" RENAME TO "(\w+)"/gi;

/** The tables that these migrations leave behind: ours, whatever else shares the operator's database. */
export function tablesOf(migrations: readonly Migration[]): string[] {
  const tables = new Set<string>();
  for (const { script } of migrations) {
    for (const [, name = ''] of script.matchAll(CREATED)) tables.add(name);
    for (const [, name = ''] of script.matchAll(DROPPED)) tables.delete(name);
    for (const [, from = '', to = ''] of script.matchAll(RENAMED)) if (tables.delete(from)) tables.add(to);
  }
  return [...tables].sort();
}

/** The given tables with their columns, each after those it refers to. */
export async function readShapes(client: Client, names: readonly string[]): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname = ANY($1)
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      GROUP BY c.relname ORDER BY c.relname`,
    [names],
  );
  const references = await client.query<{ from: string; to: string }>(
    `SELECT f.relname::text AS "from", t.relname::text AS "to"
       FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
      WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace`,
  );
  return inOrderOfReference(rows, references.rows);
}

function inOrderOfReference(shapes: TableShape[], references: { from: string; to: string }[]): TableShape[] {
  const ordered = new Set<TableShape>();
  const visit = (shape: TableShape, above: readonly TableShape[]) => {
    if (ordered.has(shape) || above.includes(shape)) return;
    for (const { from, to } of references) {
      const target = from === shape.name && shapes.find(({ name }) => name === to);
      if (target) visit(target, [...above, shape]);
    }
    ordered.add(shape);
  };
  for (const shape of shapes) visit(shape, []);
  return [...ordered];
}

export async function readSequences(client: Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  return rows;
}

/** Grows with every change of these tables; starts again after a crash of the server, which is a change as well. */
export async function readActivity(client: Client, names: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ changes: string }>(
    `SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text AS changes FROM pg_stat_user_tables
      WHERE schemaname = current_schema() AND relname = ANY($1)`,
    [names],
  );
  return rows[0]?.changes ?? '';
}
