import { z } from 'zod';
import type { RunnableTool, ToolContext, WorkspaceFiles } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';
import { defineTool } from './define-tool';
import { runInWorker } from './workers/run-in-worker';
import { pathOf } from './workspace/path-argument';
import { maxFileBytes, readTableFile, tableNameFor } from './workspace-table';

const maxFiles = 10;
const limitMs = 20_000;
const memoryMb = 640;
const readable = /\.(?:csv|tsv|json|jsonl|ndjson)$/i;

const chartOf = z
  .strictObject({
    type: z.enum(['bar', 'line', 'scatter']).describe('Bars for groups, a line for time, points for two measures'),
    x: z.string().min(1).max(200).describe('Column of the result for the horizontal axis'),
    y: z.string().min(1).max(200).describe('Column of the result with the numbers'),
  })
  .describe('Also shows the result to the user as a chart');

const input = z.object({
  sql: z.string().trim().min(1).max(20_000).describe('One SELECT statement in the dialect of SQLite'),
  files: z
    .array(pathOf)
    .min(1)
    .max(maxFiles)
    .optional()
    .describe('CSV and JSON files to load; all of this chat when left out'),
  max_rows: z.number().int().min(1).max(1000).default(200).describe('How many rows to return; all are counted'),
  chart: chartOf.optional(),
});

interface LoadedTable {
  readonly table: string;
  readonly path: string;
  readonly rows: number;
  readonly encoding: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

interface QueryAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** How many rows there are, also those that are not returned. */
  readonly total: number;
  readonly total_is_at_least: boolean;
  readonly tables: readonly LoadedTable[];
  readonly chart?: z.infer<typeof chartOf>;
}

const refused = (message: string) => new MetonaFailure({ code: 'invalid_request', message, retryable: false });

async function filesFor(files: WorkspaceFiles, context: ToolContext, wanted: readonly string[] | undefined) {
  if (wanted) return wanted;
  const all = (await files.list(context.userId, context.sessionId)).filter(({ path }) => readable.test(path));
  if (all.length === 0) throw refused('this chat has no CSV or JSON files');
  if (all.length > maxFiles) throw refused(`this chat has ${all.length} such files; name those to load in "files"`);
  return all.map(({ path }) => path);
}

async function loadAll(files: WorkspaceFiles, context: ToolContext, wanted: readonly string[] | undefined) {
  const taken = new Set<string>();
  const loaded: { path: string; table: string; bytes: Uint8Array }[] = [];
  let size = 0;
  for (const path of new Set(await filesFor(files, context, wanted))) {
    const file = await readTableFile(files, context, path);
    size += file.bytes.length;
    if (size > maxFileBytes) throw refused('the files are larger than 20 MB together; name fewer in "files"');
    const table = tableNameFor(file.path, taken);
    taken.add(table);
    loaded.push({ ...file, table });
  }
  return loaded;
}

function describeTable({ table, path, rows, encoding }: LoadedTable): string {
  return `${table} (${path}, ${rows} rows${encoding === 'utf-8' ? '' : `, ${encoding}`})`;
}

function summarize({ columns, rows, total, total_is_at_least: isMore, tables, chart }: QueryAnswer): string {
  const shown = rows.length < total ? `, the first ${rows.length} follow` : '';
  return [
    `${isMore ? 'at least ' : ''}${total} rows${shown}${chart ? `; shown as a ${chart.type} chart` : ''}`,
    JSON.stringify(columns),
    ...rows.map((row) => JSON.stringify(row)),
    `Tables: ${tables.map(describeTable).join(', ')}`,
  ].join('\n');
}

const description = `Answers a question about CSV and JSON files of this chat with one read-only SQL query (SQLite). Each
file is a table named like it in lower case, without folder and ending, other characters as "_": "Sales 2026.csv" is
sales_2026. Columns are named by the header; quote names with spaces: "unit price". Nested JSON is text for json_extract.
Optionally shows the result as a chart. analyze_csv tells what columns a file has.`;

export function createQueryData(files: WorkspaceFiles): RunnableTool {
  return defineTool({
    name: 'query_data',
    description,
    input,
    category: 'database',
    riskLevel: 'safe',
    permission: 'files.read',
    timeoutMs: 75_000,
    returnsUntrusted: true,
    execute: async ({ sql, files: wanted, max_rows: maxRows, chart }, context): Promise<QueryAnswer> => {
      const answer = await runInWorker<QueryAnswer>({
        program: 'query-data',
        input: { sql, files: await loadAll(files, context, wanted), maxRows, limitMs: limitMs + 2000, memoryMb },
        userId: context.userId,
        signal: context.signal,
        timeoutMs: limitMs,
        memoryMb,
        isProcess: true,
      });
      const missing = chart && [chart.x, chart.y].find((name) => !answer.columns.includes(name));
      if (missing !== undefined) throw refused(`the result has no column ${missing} for the chart`);
      return chart ? { ...answer, chart } : answer;
    },
    summarize,
  });
}
