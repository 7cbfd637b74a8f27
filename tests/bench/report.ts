import { availableParallelism, cpus } from 'node:os';
import type { Goal, Row } from './row';
import type { Judgement } from './verdict';

export interface Result {
  readonly row: Row;
  /** A judgement, or why there is none. */
  readonly outcome: Judgement | { readonly failure: string };
}

const signs: Readonly<Record<Goal['kind'], string>> = { 'at most': '≤', 'at least': '≥' };
const round = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

export function hasFailed({ row, outcome }: Result): boolean {
  return 'failure' in outcome || (outcome.verdict === 'no' && !row.isStretch);
}

function cellsOf({ row, outcome }: Result): string[] {
  const { goal, unit, name } = row;
  const goalText = `${row.isStretch ? 'wish: ' : ''}${signs[goal.kind]} ${goal.value} ${goal.of === 'peer' ? '× peer' : unit}`;
  if ('failure' in outcome) return [name, goalText, '–', row.peer ?? '–', `FAILED: ${outcome.failure}`];
  const { ours, peer, judged, quartiles, verdict } = outcome;
  const [low, high] = quartiles.map(round);
  const measured =
    goal.of === 'peer'
      ? `${round(ours)} ${unit} = ${round(judged)} × (${low}–${high})`
      : `${round(ours)} ${unit} (${low}–${high})`;
  const peerText = peer === undefined ? '–' : `${round(peer)} ${unit}, ${row.peer ?? ''}`;
  return [name, goalText, measured, peerText, verdict === 'no' ? 'NO' : verdict];
}

/** A Markdown table that a terminal shows well. */
export function toTable(results: readonly Result[]): string {
  const head = ['row', 'goal', 'measured (quartiles)', 'peer', 'met?'];
  const lines = [head, ...results.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [first, ...rest] = lines.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  return [first, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest].join('\n');
}

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() || process.arch;
  return `${availableParallelism()} cores, ${model}, ${process.platform}, Node ${process.versions.node}`;
}

export function toJson(results: readonly Result[]): string {
  const rows = results.map(({ row, outcome }) => {
    const { name, unit, goal, peer: against } = row;
    return { row: name, unit, goal, against, ...outcome };
  });
  return JSON.stringify({ machine: describeMachine(), date: new Date().toISOString(), rows }, null, 2);
}
