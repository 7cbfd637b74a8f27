import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The numbered situations that broke other runtimes: each is the beginning of at least one test's title. */
const ranges =
  '1-4 6-9 11-14 16-18 20-23 25-26 28-29 31-36 38 40 42-46 48-50 52-57 60-63 65 67-71 73-74 76-78 80-81 85-86';

function expand(text: string): number[] {
  return text.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** A title stands in a call or in a table of cases. */
function shownIn(source: string): number[] {
  return [...source.matchAll(/['"`]situation (\d+): /g)].map(([, number]) => Number(number));
}

describe('the situations that broke other runtimes', () => {
  it('are all shown by tests', () => {
    const files = globSync('{app,components,lib,scripts,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
    const shown = new Set(files.flatMap((file) => shownIn(readFileSync(`${root}${file}`, 'utf8'))));
    expect(expand(ranges).filter((number) => !shown.has(number))).toEqual([]);
  });

  it('are read from titles only', () => {
    const source = "it('situation 5: one', …); it.each([1])(\n  `situation 10: two`, …); // situation 15: no title";
    expect([shownIn(source), expand('1-3 5')]).toEqual([
      [5, 10],
      [1, 2, 3, 5],
    ]);
  });
});
