import { describe, expect, it } from 'vitest';
import { lexBlocks } from './lex';
import { Markdown } from './markdown';
import { markup } from './render-for-test';

/** The formulas of a text, those on lines of their own in brackets. */
function formulas(text: string): string[] {
  const found: string[] = [];
  const collect = (_key: string, value: { type?: string; tex?: string; isDisplay?: boolean } | null) => {
    if (value?.type === 'math') found.push(value.isDisplay ? `[${value.tex}]` : `${value.tex}`);
    return value;
  };
  JSON.stringify(lexBlocks(text), collect);
  return found;
}

describe('formulas in text', () => {
  it.each([
    ['$a$ and \\(b\\)', ['a', 'b']],
    ['$$a$$ in a line, \\[b\\] too', ['[a]', '[b]']],
    ['$$\na\n$$', ['[a]']],
    ['so:\n$$\nx\n= y\n- z\n$$\nend', ['[x\n= y\n- z]']],
    [
      '\\[\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n\\]',
      ['[\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}]'],
    ],
    ['- in a list:\n  $$\n  x\n  $$', ['[x]']],
    ['**$a_1 * b_2 * c$** _and $x_1$ or_ $x_2$', ['a_1 * b_2 * c', 'x_1', 'x_2']],
    ['质量$m$与能量$E$', []],
    ['质量 $m$，能量 $E=mc^2$。', ['m', 'E=mc^2']],
    ['$5 = x$, $5$ and $5 \\text{ and } 6$', ['5 = x', '5', '5 \\text{ and } 6']],
  ])('are found: %s', (text, expected) => {
    expect(formulas(text)).toEqual(expected);
  });

  it.each([
    '$5 and $6',
    'between $5 and 10$ a day',
    '$20-$30, US$5 or HK$6',
    '($5) or ($6)',
    '$3M and then 4M$',
    '$HOME/$PATH and $HOME and $PATH',
    '\\$a\\$ and `$b$`',
    '$ a $ and $$',
    '\\[not a link\\](https://example.org)',
    '$$\nnever\n\nclosed\n$$ by this',
    '$$\nnever closed',
    '\\( \\) $$ $$',
  ])('are not seen in: %s', (text) => {
    expect(formulas(text)).toEqual([]);
  });

  it('do not grow without end, and cost no more than their length', () => {
    expect(formulas(`$${'x'.repeat(1001)}$`)).toEqual([]);
    expect(formulas(`$$\n${'x'.repeat(4001)}\n$$`)).toEqual([]);
    const started = performance.now();
    for (const hostile of ['$a ', '$', '\\(', '$$\n', 'a $b * ', '[^1]']) lexBlocks(hostile.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('are shown by their source until they are set', () => {
    const html = markup(<Markdown source={{ chunks: ['$a<b$ and\n\n$$\nx\n$$\n'], closed: true }} />);
    expect(html).toMatch(/<span data-tex="a&lt;b"><code[^>]*>a&lt;b<\/code><\/span>/);
    expect(html).toContain('data-tex="x"');
  });
});
