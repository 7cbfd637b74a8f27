import { z } from 'zod';
import type { RunnableTool, WorkspaceFiles } from '@/lib/agent/ports';
import { defineTool } from './define-tool';
import { runInWorker } from './workers/run-in-worker';
import { pathOf } from './workspace/path-argument';
import { readTableFile } from './workspace-table';

interface ColumnReport {
  readonly name: string;
  readonly type: 'integer' | 'number' | 'boolean' | 'date' | 'text' | 'empty';
  readonly missing: number;
  readonly distinct: number;
  readonly distinct_is_at_least?: boolean;
  readonly statistics?: Readonly<Record<string, number | boolean | null>>;
  readonly range?: { readonly min: string; readonly max: string };
  readonly top?: readonly { readonly value: string; readonly count: number }[];
}

interface CsvReport {
  readonly path: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly has_header: boolean;
  readonly rows: number;
  readonly ragged_rows: number;
  readonly columns: readonly ColumnReport[];
  readonly sample: readonly (readonly string[])[];
}

const input = z.object({
  file_path: pathOf,
  delimiter: z.enum([',', ';', '\t', '|']).optional().describe('Only when the detected one was wrong'),
  has_header: z
    .boolean()
    .optional()
    .describe('Only when it was detected wrongly whether the first row names the columns'),
});

function describeColumn({ name, type, missing, distinct, statistics, range, top }: ColumnReport): string {
  const facts = [
    type,
    missing > 0 && `${missing} missing`,
    `${distinct} distinct`,
    statistics &&
      Object.entries(statistics)
        .map(([key, value]) => `${key} ${value}`)
        .join(', '),
    range && `${range.min} to ${range.max}`,
    top && `most frequent: ${top.map(({ value, count }) => `${JSON.stringify(value)} (${count})`).join(', ')}`,
  ];
  return `- ${name}: ${facts.filter(Boolean).join('; ')}`;
}

function summarize({ path, rows, columns, has_header: hasHeader, ragged_rows: ragged, ...rest }: CsvReport): string {
  const shape = `${path}: ${rows} rows, ${columns.length} columns, ${hasHeader ? 'with' : 'without'} header row`;
  return [
    `${shape}, delimiter ${JSON.stringify(rest.delimiter)}, ${rest.encoding}${ragged > 0 ? `, ${ragged} rows of another length` : ''}`,
    ...columns.map(describeColumn),
    'First rows:',
    ...rest.sample.map((row) => JSON.stringify(row)),
  ].join('\n');
}

export function createAnalyzeCsv(files: WorkspaceFiles): RunnableTool {
  return defineTool({
    name: 'analyze_csv',
    description:
      'Describes a CSV file of this chat (up to 20 MB): delimiter, header, rows, and for each column its type, missing values, statistics, most frequent values, and the first rows. Use query_data for questions about the rows.',
    input,
    category: 'database',
    riskLevel: 'safe',
    permission: 'files.read',
    timeoutMs: 75_000,
    returnsUntrusted: true,
    execute: async ({ file_path: path, delimiter, has_header: hasHeader }, context): Promise<CsvReport> => {
      const file = await readTableFile(files, context, path);
      const report = await runInWorker<Omit<CsvReport, 'path'>>({
        program: 'analyze-csv',
        input: { bytes: file.bytes, delimiter, hasHeader },
        userId: context.userId,
        signal: context.signal,
        timeoutMs: 30_000,
        memoryMb: 256,
      });
      return { path: file.path, ...report };
    },
    summarize,
  });
}
