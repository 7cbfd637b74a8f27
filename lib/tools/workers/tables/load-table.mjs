import { recordsOf, shapeOf } from './csv.mjs';
import { decodeText } from './decode-text.mjs';
import { tableOfJson } from './json.mjs';
import { commonKind, isMissing, kindOf, numberOf } from './values.mjs';

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

async function kindsOf(text, shape) {
  const kinds = shape.columns.map(() => new Set());
  for await (const record of recordsOf(text, shape)) {
    for (const [at, found] of kinds.entries()) {
      const cell = record[at];
      if (cell !== undefined && !isMissing(cell)) found.add(kindOf(cell));
    }
  }
  return kinds.map(commonKind);
}

function cellFor(kind, cell) {
  if (cell === undefined || isMissing(cell)) return null;
  return kind === 'integer' || kind === 'number' ? numberOf(cell) : cell;
}

async function tableOfCsv(text) {
  const shape = shapeOf(text);
  const kinds = await kindsOf(text, shape);
  const records = async function* () {
    for await (const record of recordsOf(text, shape)) yield kinds.map((kind, at) => cellFor(kind, record[at]));
  };
  return { columns: shape.columns.map((name, at) => ({ name, type: kinds[at] })), records };
}

/** Fills a table of the database from a file; says what it is called and what it holds. */
export async function loadTable(database, { path, table, bytes }) {
  const { text, encoding } = decodeText(bytes);
  const isJson = /\.(?:json|jsonl|ndjson)$/i.test(path);
  const { columns, records } = isJson ? tableOfJson(text) : await tableOfCsv(text);
  if (columns.length === 0) throw new Error(`${path} holds no columns`);
  database.exec(`CREATE TABLE ${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')})`);
  const insert = database.prepare(`INSERT INTO ${quoted(table)} VALUES (${columns.map(() => '?').join(', ')})`);
  let rows = 0;
  database.exec('BEGIN');
  for await (const record of records()) {
    insert.run(...record);
    rows += 1;
  }
  database.exec('COMMIT');
  return { table, path, rows, encoding, columns };
}
