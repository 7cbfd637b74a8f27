import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePath, workspacePathLimits } from './workspace-path';

const pathOf = (given: string) => {
  const checked = normalisePath(given);
  return checked.ok ? checked.path : null;
};

const refused: Record<string, string[]> = {
  empty: ['', ' ', '.', './', './/.'],
  not_relative: [
    '/etc/passwd',
    '//host/share',
    '~/x',
    '~root',
    './~',
    'C:/x',
    'file:///etc/passwd',
    'c:x',
    'data:text/plain,x',
  ],
  leaves_workspace: ['..', '../x', 'a/../b', 'a/..', './../x', 'a/./../../x'],
  forbidden_character: [
    '..\\x',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u200bb',
    'a\u202ecsv.exe',
    '\ufeffa',
    'a\u2044b',
    'a\u2215b',
    '\uff0e\uff0e/x',
    '\u2025/x',
    'a\uff0fb',
    'a\uff3cb',
    'a|b',
    'a?b',
    'a*',
    '<a>',
    'a/b:c',
    '\ud800',
  ],
  reserved_name: ['con', 'CON.txt', 'a/NUL', 'lpt1', 'COM¹.csv', 'aux.', 'a.', 'a ', '...', 'a/ b', '. '],
  too_long: ['x'.repeat(workspacePathLimits.nameBytes + 1), '文'.repeat(100), 'a/'.repeat(20), 'x'.repeat(100_000)],
};

describe('normalisePath', () => {
  it.each(Object.entries(refused).flatMap(([flaw, paths]) => paths.map((path) => [flaw, path])))(
    'refuses as %s %j',
    (flaw, path) => {
      expect(normalisePath(path ?? '')).toEqual({ ok: false, flaw });
    },
  );

  it('gives every spelling of a place the same path', () => {
    expect(['a/b.csv', './a/b.csv', 'a//b.csv', 'a/./b.csv', 'a/b.csv/'].map(pathOf)).toEqual(Array(5).fill('a/b.csv'));
    expect(pathOf('cafe\u0301.md')).toBe('caf\u00e9.md');
    expect(pathOf('报告/六月 销售.csv')).toBe('报告/六月 销售.csv');
    expect(pathOf('.gitignore')).toBe('.gitignore');
    expect(pathOf('console.log')).toBe('console.log');
  });

  it('never gives a path that leaves the workspace, and changes none of its own', () => {
    const hostile = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '\0',
      ' ',
      '~',
      ':',
      'con',
      '\u2025',
      '\uff0e',
      '\u0301',
      'a',
      '%2e',
    );
    const text = fc.oneof(
      fc.array(hostile, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const checked = normalisePath(given);
        if (!checked.ok) return;
        const names = checked.path.split('/');
        expect(names.every((name) => name !== '' && name !== '.' && name !== '..' && name.trim() === name)).toBe(true);
        expect(checked.path).not.toMatch(/[\\\0]|^[/~]/);
        for (const form of ['NFC', 'NFKC', 'NFD', 'NFKD'] as const) {
          expect(checked.path.normalize(form).split('/')).not.toContain('..');
        }
        expect(normalisePath(checked.path)).toEqual(checked);
      }),
      { numRuns: 2_000 },
    );
  });
});
