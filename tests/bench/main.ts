import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endAll } from './arena/once';
import { effort } from './effort';
import { describeMachine, hasFailed, type Result, toJson, toTable } from './report';
import type { Row, RowGroup, Samples } from './row';
import { judge } from './verdict';

const passes = effort(4, 1);
const folder = new URL('./rows/', import.meta.url);

async function loadRows(): Promise<Row[]> {
  const files = readdirSync(folder).sort();
  const groups = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<RowGroup>));
  return groups.flatMap(({ rows }) => rows);
}

function chooseRows(all: readonly Row[], names: readonly string[]): Row[] {
  const holds = (row: Row, name: string) => row.name.toLowerCase().includes(name.toLowerCase());
  const unknown = names.filter((name) => !all.some((row) => holds(row, name)));
  if (unknown.length > 0) {
    const known = all.map(({ name }) => `  ${name}`).join('\n');
    throw new Error(`No row holds ${unknown.join(', ')} in its name. There are:\n${known}`);
  }
  return names.length === 0 ? [...all] : all.filter((row) => names.some((name) => holds(row, name)));
}

function join(parts: readonly Samples[]): Samples {
  const peer = parts.flatMap((part) => part.peer ?? []);
  return { ours: parts.flatMap((part) => part.ours), ...(peer.length > 0 && { peer }) };
}

function judgeRow(row: Row, parts: readonly Samples[]): Result {
  return { row, outcome: judge(join(parts), row.goal) };
}

const isDue = (row: Row, pass: number) => pass <= (row.passes ?? passes);

/** In passes over all rows, so that a slow minute of the machine belongs to none of them alone. */
async function measureRows(rows: readonly Row[]): Promise<Result[]> {
  const samples = new Map<Row, Samples[]>(rows.map((row) => [row, []]));
  const failures = new Map<Row, string>();
  for (let pass = 1; pass <= passes; pass += 1) {
    for (const row of rows.filter((candidate) => isDue(candidate, pass) && !failures.has(candidate))) {
      console.error(`${pass}/${passes} ${row.name}`);
      try {
        samples.get(row)?.push(await row.measure(pass));
      } catch (error) {
        failures.set(row, error instanceof Error ? error.message : String(error));
      }
    }
  }
  return rows.map((row) => {
    const failure = failures.get(row);
    return failure === undefined ? judgeRow(row, samples.get(row) ?? []) : { row, outcome: { failure } };
  });
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: 'boolean' },
      quick: { type: 'boolean' },
      'as-built': { type: 'boolean' },
      only: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  });
  const chosen = chooseRows(await loadRows(), [...positionals, ...(values.only ?? [])]);
  const results = await measureRows(chosen).finally(endAll);
  console.log(values.json ? toJson(results) : `${describeMachine()}\n\n${toTable(results)}`);
  process.exitCode = results.some(hasFailed) ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void endAll().finally(() => process.exit(1)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
