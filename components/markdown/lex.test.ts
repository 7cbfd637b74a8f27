import { describe, expect, it } from 'vitest';
import { lexBlocks } from './lex';

describe('the blocks of a hostile text', () => {
  it.each([
    ['quotes in quotes', '>', 100_000],
    ['quotes with room between', '> ', 100_000],
    ['lists in lists', '- ', 100_000],
    ['quotes and lists by turns', '> - ', 50_000],
  ])('never exhaust the stack, and nothing of it is lost: %s', (_name, piece, count) => {
    const text = piece.repeat(count);
    const tokens = lexBlocks(`${text}end`);
    expect(tokens.map(({ raw }) => raw).join('')).toBe(`${text}end`);
  });

  it.each([
    ['bold in bold', '**a __b ', ' b__ a**'],
    ['struck in bold', '~~a **b ', ' b** a~~'],
    ['slanted in slanted', '*_', '_*'],
  ])('never exhaust the stack by marks inside a line: %s', (_name, open, close) => {
    const text = `${open.repeat(2000)}x${close.repeat(2000)}`;
    expect(lexBlocks(text).map(({ raw }) => raw)).toEqual([text]);
  });

  it('never exhaust the stack by lists that stand in, line by line', () => {
    const lines = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n');
    expect(JSON.stringify(lexBlocks(lines))).toContain('item');
  });
});

describe('a paragraph above a formula on lines of its own', () => {
  it.each([
    ['A\n$$ y $$\n---', ['paragraph', 'math', 'hr']],
    ['A\n$$\ny\n===\nz\n$$', ['paragraph', 'math']],
    ['A $y$\n---', ['heading']],
  ])('is no heading by what underlines both: %j', (text, types) => {
    expect(lexBlocks(text).map(({ type }) => type)).toEqual(types);
  });
});
