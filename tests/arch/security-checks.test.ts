import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The numbered checks that concern addresses, tools, permissions and what strangers write. */
const numbers = '31-35 37 39-40 42-43 47-48 53-55 58-60 62-63 65 67-68 85-86';
/** What confines a model beside them. */
const walls = ['run_code', 'query_data', 'fetch_url'];

function expand(text: string): string[] {
  return text.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}

/** A title stands in a call or in a table of cases; one test may show several checks. */
function shownIn(source: string): string[] {
  return [...source.matchAll(/['"`]check ([\w ]+): /g)].flatMap(([, names = '']) => names.split(' '));
}

describe('the checks of security', () => {
  it('are all made by tests', () => {
    const files = globSync('{app,components,lib,scripts,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
    const shown = new Set(files.flatMap((file) => shownIn(readFileSync(`${root}${file}`, 'utf8'))));
    expect([...expand(numbers), ...walls].filter((check) => !shown.has(check))).toEqual([]);
  });

  it('are read from titles only', () => {
    const source = "it('check 41: one', …); it.each([1])(\n  `check 5 run_code: two`, …); // check 15: no title";
    expect([shownIn(source), expand('1-3 5')]).toEqual([
      ['41', '5', 'run_code'],
      ['1', '2', '3', '5'],
    ]);
  });
});
