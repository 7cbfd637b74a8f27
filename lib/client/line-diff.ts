export type DiffRow =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  /** Unchanged lines that are left out. */
  | { readonly kind: 'gap'; readonly count: number };

/** Cells of the table that is filled at most; beyond it two texts are not compared. */
const mostCells = 2_000_000;
const keptAround = 3;

/** A last line without a line feed is a line as well; a text that ends with one has no empty line after it. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** `table[i][j]`, in one row after the other: length of the longest common part of what begins at i and at j. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [here, down, right] = [i * width + j, (i + 1) * width + j, i * width + j + 1];
      table[here] = before[i] === after[j] ? (table[down + 1] ?? 0) + 1 : Math.max(table[down] ?? 0, table[right] ?? 0);
    }
  }
  return table;
}

function compare(before: readonly string[], after: readonly string[]): DiffRow[] {
  const table = commonLengths(before, after);
  const width = after.length + 1;
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      rows.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (fresh === undefined || (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))
    ) {
      rows.push({ kind: 'removed', text: old });
      i += 1;
    } else if (fresh !== undefined) {
      rows.push({ kind: 'added', text: fresh });
      j += 1;
    }
  }
  return rows;
}

/** Long unchanged stretches give way to their number. */
function folded(rows: readonly DiffRow[]): DiffRow[] {
  const isNear = rows.map((_, at) =>
    rows.slice(Math.max(0, at - keptAround), at + keptAround + 1).some((row) => row.kind !== 'same'),
  );
  const result: DiffRow[] = [];
  for (const [at, row] of rows.entries()) {
    const last = result.at(-1);
    if (isNear[at] === true) result.push(row);
    else if (last?.kind === 'gap') result[result.length - 1] = { kind: 'gap', count: last.count + 1 };
    else result.push({ kind: 'gap', count: 1 });
  }
  return result;
}

/** What changes from one text to another, line by line; null when they are too long to be compared. */
export function diffLines(before: string, after: string): DiffRow[] | null {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let [start, end] = [0, 0];
  const shorter = Math.min(old.length, fresh.length);
  while (start < shorter && old[start] === fresh[start]) start += 1;
  while (end < shorter - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const middle = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)] as const;
  if ((middle[0].length + 1) * (middle[1].length + 1) > mostCells) return null;
  const same = (lines: readonly string[]) => lines.map((text): DiffRow => ({ kind: 'same', text }));
  return folded([...same(old.slice(0, start)), ...compare(...middle), ...same(old.slice(old.length - end))]);
}
