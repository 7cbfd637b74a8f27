import { constants, DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { serve } from './serve.mjs';
import { loadTable } from './tables/load-table.mjs';

const limits = { countedRows: 100_000, cellChars: 1000, answerChars: 22_000 };
const maximum = { length: 10_000_000, sqlLength: 20_000, column: 400, exprDepth: 100, compoundSelect: 50, attach: 0 };

const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants;
const reading = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]);
const withheld = new Set(['load_extension', 'fts3_tokenizer', 'writefile', 'readfile', 'edit']);

/**
 * A statement that never ends or grows leaves this thread no moment to be told so, and this SQLite counts no memory:
 * another thread looks at both and ends the whole process, also when nobody is left who would.
 */
function watch({ limitMs, memoryMb }) {
  const kill = "process.kill(process.pid, 'SIGKILL')";
  const watchdog = `setTimeout(() => ${kill}, ${limitMs});
    setInterval(() => { if (process.memoryUsage.rss() > ${memoryMb * 1024 * 1024}) ${kill}; }, 25);`;
  new Worker(watchdog, { eval: true, stdout: true, stderr: true }).unref();
}

function openDatabase() {
  const database = new DatabaseSync(':memory:', { allowExtension: false, limits: maximum });
  database.exec(
    `PRAGMA hard_heap_limit = ${limits.heapBytes}; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY`,
  );
  return database;
}

/** From here on the database answers questions; every other action is refused when the statement is prepared. */
function confine(database) {
  database.exec('PRAGMA query_only = ON');
  database.enableDefensive?.(true);
  database.setAuthorizer?.((action, first, name) => {
    if (action === SQLITE_READ && /^sqlite_/i.test(first ?? '')) return SQLITE_DENY;
    if (action === SQLITE_FUNCTION && withheld.has(String(name).toLowerCase())) return SQLITE_DENY;
    return reading.has(action) ? SQLITE_OK : SQLITE_DENY;
  });
}

const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;

function assertQuestion(sql) {
  const bare = sql.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/, '');
  if (!/^(?:select|with|values)\b/i.test(bare)) throw new Error('only a SELECT (or WITH … SELECT) can be run');
  // The engine runs the first statement and says nothing of the others.
  const outside = sql.replace(quoted, ' ');
  if (sql.includes('\0') || /;\s*[^\s;]/.test(outside)) throw new Error('only one statement can be run');
}

function cellOf(value) {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.length > limits.cellChars ? `${value.slice(0, limits.cellChars)}…` : value;
}

function collect(statement, maxRows) {
  const rows = [];
  let total = 0;
  let chars = 0;
  for (const found of statement.iterate()) {
    total += 1;
    if (rows.length < maxRows && chars < limits.answerChars) {
      const row = Object.values(found).map(cellOf);
      chars += JSON.stringify(row).length;
      rows.push(row);
    }
    if (total >= limits.countedRows) break;
  }
  return { rows, total, total_is_at_least: total >= limits.countedRows };
}

function explained(error, tables) {
  const message = error instanceof Error ? error.message : String(error);
  if (error?.code !== 'ERR_SQLITE_ERROR') return new Error(message);
  const known = tables.map(({ table, columns }) => `${table}(${columns.map(({ name }) => name).join(', ')})`);
  return new Error(`SQL: ${message}. The tables are: ${known.join('; ').slice(0, 800)}`);
}

async function query({ sql, files, maxRows, limitMs, memoryMb }) {
  watch({ limitMs, memoryMb });
  assertQuestion(sql);
  const database = openDatabase();
  const tables = [];
  for (const file of files) tables.push(await loadTable(database, file));
  confine(database);
  try {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    const columns = uniqueNames(statement.columns().map(({ name }) => name));
    return { columns, ...collect(withColumns(statement), maxRows), tables };
  } catch (error) {
    throw explained(error, tables);
  }
}

/** Rows as lists where the engine can give them, so that columns of one name stay apart. */
function withColumns(statement) {
  statement.setReturnArrays?.(true);
  return statement;
}

function uniqueNames(names) {
  const used = new Set();
  return names.map((name) => {
    let unique = name.slice(0, 200);
    for (let more = 2; used.has(unique); more += 1) unique = `${name.slice(0, 200)}_${more}`;
    used.add(unique);
    return unique;
  });
}

serve(query);
