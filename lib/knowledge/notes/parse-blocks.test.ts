import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, parseBlocks } from './parse-blocks';

const kindsOf = (content: string) => parseBlocks(content).map(({ kind }) => kind);

/** Lines that mean something to Markdown, in any order and with any end. */
const lines = fc.constantFrom(
  '# Title',
  '### Part ###',
  'words and 文字',
  '',
  '   ',
  '- item',
  '  - inner',
  '1. first',
  '> quote',
  '>> deeper',
  '```js',
  '```',
  '~~~',
  '    indented',
  '| a | b |',
  '|---|---|',
  '---',
  '===',
  '$$',
  'x^2',
  '<div>',
  '</div>',
  '<!-- open',
  '[a]: /b',
  '\tTab',
  '***',
  '\\',
  '\u0000',
);
const markdown = fc
  .array(fc.tuple(fc.oneof(lines, fc.string()), fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 40 })
  .map((parts) => parts.map(([line, end]) => line + end).join(''));

describe('blocks of Markdown', () => {
  it('are of their kinds, with the headings above them', () => {
    const content = [
      '# Plan',
      '',
      'First words',
      'go on.',
      '',
      'Sub',
      '---',
      '- a',
      '',
      '  more of a',
      '- b',
      '',
      '> said',
      'and more',
      '',
      '```js',
      '# no heading',
      '',
      '```',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '$$',
      'x^2',
      '$$',
      '',
      '<div>',
      'markup',
      '</div>',
      '',
      '***',
      '# End',
    ].join('\n');
    expect(
      parseBlocks(content).map(({ kind, heading, startLine, endLine }) => [kind, heading, startLine, endLine]),
    ).toEqual([
      ['heading', [], 1, 1],
      ['paragraph', ['Plan'], 3, 4],
      ['heading', ['Plan'], 6, 7],
      ['list', ['Plan', 'Sub'], 8, 11],
      ['quote', ['Plan', 'Sub'], 13, 14],
      ['code', ['Plan', 'Sub'], 16, 19],
      ['table', ['Plan', 'Sub'], 20, 22],
      ['math', ['Plan', 'Sub'], 24, 26],
      ['html', ['Plan', 'Sub'], 28, 30],
      ['rule', ['Plan', 'Sub'], 32, 32],
      ['heading', [], 33, 33],
    ]);
  });

  it('end a quote where another block begins', () => {
    expect(kindsOf('> said\n# Title')).toEqual(['quote', 'heading']);
    expect(kindsOf('> said\n- item')).toEqual(['quote', 'list']);
    expect(kindsOf('> # Title\nwords')).toEqual(['quote', 'paragraph']);
    expect(kindsOf('>\nwords')).toEqual(['quote', 'paragraph']);
    expect(kindsOf('> a\n\n> b')).toEqual(['quote', 'quote']);
  });

  it('count lines alike, whatever ends them', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(
        parseBlocks(['a', '', 'b', 'c', ''].join(end)).map(({ startLine, endLine }) => [startLine, endLine]),
      ).toEqual([
        [1, 1],
        [3, 4],
      ]);
    }
    expect(parseBlocks('')).toEqual([]);
    expect(parseBlocks(' \n\t\n')).toEqual([]);
  });

  it('are not more than a store can bear: the last one takes the rest', () => {
    const blocks = parseBlocks('a\n\n'.repeat(9000));
    expect([blocks.length, blocks.at(-2)?.endLine, blocks.at(-1)]).toMatchObject([
      4000,
      7997,
      { kind: 'paragraph', startLine: 7999, endLine: 17_999 },
    ]);
  });

  it('never end a heading in the middle of a character', () => {
    const [, below] = parseBlocks(`# a${'𝒳'.repeat(300)}\n\ntext`);
    expect(below?.heading[0]?.isWellFormed()).toBe(true);
  });

  it('cover every line that says something, once and in order', () => {
    fc.assert(
      fc.property(markdown, (content) => {
        const all = linesOf(content);
        const covered: string[] = [];
        let last = 0;
        for (const { startLine, endLine, text } of parseBlocks(content)) {
          expect(startLine).toBeGreaterThan(last);
          expect(endLine).toBeGreaterThanOrEqual(startLine);
          expect(text).toBe(all.slice(startLine - 1, endLine).join('\n'));
          covered.push(...all.slice(startLine - 1, endLine));
          last = endLine;
        }
        const says = (line: string) => line.trim() !== '';
        expect(covered.filter(says)).toEqual(all.filter(says));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['prose', 'Some words in a line, and more.\n\n# Title\n\n- a\n- b\n\n```js\ncode\n```\n\n', 14_000],
    ['quotes that go on without a mark', '> a\nb\n', 160_000],
    ['quotes in quotes', '> ', 500_000],
    ['lists that never end', '- a\n', 250_000],
    ['comments that never end', '<!--', 250_000],
    ['brackets', '[', 1_000_000],
    ['rows of a table', '|a|b|\n|-|-|\n', 80_000],
    ['fences', '```\n', 250_000],
  ])('are cut in a time that follows the length: %s', (_name, piece, count) => {
    const timeOf = (times: number) => {
      const content = piece.repeat(times);
      const started = performance.now();
      parseBlocks(content);
      return performance.now() - started;
    };
    timeOf(count / 20);
    // Ten times the text, with room for a busy machine; twice as slow for each doubling would be a hundred times.
    const growth = () => {
      const part = Math.max(timeOf(count / 10), 20);
      return timeOf(count) / part;
    };
    let least = growth();
    for (let again = 0; again < 3 && least >= 45; again += 1) least = Math.min(least, growth());
    expect(least).toBeLessThan(45);
  });
});
