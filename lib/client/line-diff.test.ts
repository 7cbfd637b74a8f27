import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff';

const shown = (before: string, after: string) =>
  diffLines(before, after)?.map((row) => (row.kind === 'gap' ? `@${row.count}` : `${row.kind[0]} ${row.text}`));

describe('diffLines', () => {
  it('shows what goes and what comes, with a few lines around', () => {
    expect(shown('', 'a\nb\n')).toEqual(['a a', 'a b']);
    expect(shown('a\nb\nc', 'a\nx\nc')).toEqual(['s a', 'r b', 'a x', 's c']);
    expect(shown('a\n', 'a\n')).toEqual(['@1']);
    const long = Array.from({ length: 20 }, (_, n) => `${n}`);
    expect(shown(long.join('\n'), long.with(10, 'ten').join('\n'))).toEqual([
      '@7',
      's 7',
      's 8',
      's 9',
      'r 10',
      'a ten',
      's 11',
      's 12',
      's 13',
      '@6',
    ]);
  });

  it('keeps every line of both texts, in order', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffLines(before, after) ?? [];
        const left = (without: string) =>
          rows.reduce((count, row) => count + (row.kind === 'gap' ? row.count : row.kind === without ? 0 : 1), 0);
        expect([left('added'), left('removed')]).toEqual([before.split('\n').length - 1, after.split('\n').length - 1]);
        const removed = rows.flatMap((row) => (row.kind === 'removed' ? [row.text] : []));
        for (const line of removed) expect(before.split('\n')).toContain(line);
      }),
    );
  });

  it('does not compare what would take too long, and takes long texts with small changes', () => {
    const lines = (name: string) => Array.from({ length: 2_000 }, (_, n) => `${name}${n}`).join('\n');
    expect(diffLines(lines('a'), lines('b'))).toBeNull();
    expect(diffLines(lines('a'), `${lines('a')}\nmore`)?.at(-1)).toEqual({ kind: 'added', text: 'more' });
  });
});
