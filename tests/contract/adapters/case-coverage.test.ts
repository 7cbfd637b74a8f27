import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Situations seen in the wild, by how often: daily, weekly, rarely. A test carries the id of each in its name. */
const numbers = {
  A: [
    1, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 18, 19, 21, 22, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36, 37, 38, 39, 41,
    42, 45, 46, 47, 48, 49, 50,
  ],
  B: [
    1, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16, 18, 20, 21, 23, 24, 25, 26, 28, 30, 32, 33, 34, 36, 38, 39, 40, 42, 43,
    44, 45, 46, 47, 48, 50,
  ],
  C: [1, 3, 5, 7, 9, 12, 14, 16, 17, 18, 21, 22, 25, 27, 28, 30, 32, 34],
} as const;

it('every known situation has a test that names it', () => {
  const names = globSync('{lib/adapters,tests/contract/adapters}/**/*.test.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((text) => text.match(/'[^'\n]*'|`[^`\n]*`/g) ?? [])
    .join('\n');
  const ids = Object.entries(numbers).flatMap(([group, list]) => list.map((number) => `${group}${number}`));
  expect(ids.filter((id) => !new RegExp(`\\b${id} `).test(names))).toEqual([]);
});
