import { describe, expect, it } from 'vitest';
import { searchQueryOf, searchTextOf, searchWordsOf, snippetOf } from './search-text';

const tokensOf = (text: string) => searchTextOf(text).split(' ');
const termsOf = (query: string) =>
  (searchQueryOf(query) ?? '').split(' & ').map((term) => term.replace(/^'|':\*$/g, ''));
const finds = (text: string, query: string) =>
  termsOf(query).every((term) => tokensOf(text).some((token) => token.startsWith(term)));

describe('searchTextOf', () => {
  it('splits Chinese into words and keeps Latin words lower-cased', () => {
    expect(tokensOf('我们讨论 PostgreSQL 18')).toEqual(expect.arrayContaining(['我们', '讨论', 'postgresql', '18']));
  });

  it('lets any part of a Chinese run be found, wherever the dictionary cuts', () => {
    const text = '今天讨论数据库迁移的方案';
    for (const query of ['数据库', '据库', '库迁移', '方案', '案', '今']) expect(finds(text, query), query).toBe(true);
    expect(finds(text, '数学')).toBe(false);
  });

  it('finds mixed queries and beginnings of words, and not their middles', () => {
    expect(finds('Metona 的 PostgreSQL 数据库', 'postgre 数据')).toBe(true);
    expect(finds('Metona', 'tona')).toBe(false);
  });

  it('splits what the database would split itself', () => {
    expect(tokensOf("user_id isn't e-mail")).toEqual(expect.arrayContaining(['user', 'id', 'isn', 't', 'e', 'mail']));
  });
});

describe('searchQueryOf', () => {
  it('is null when there is no word', () => {
    expect(searchQueryOf("'; -- ")).toBeNull();
    expect(searchQueryOf('')).toBeNull();
  });

  it('holds nothing that the query language reads as an operator', () => {
    expect(searchQueryOf("a' | !b:* <-> (c)\\")).toBe("'a':* & 'b':* & 'c':*");
  });
});

describe('snippetOf', () => {
  it('shows the surroundings of the hit', () => {
    const text = `${'x '.repeat(200)}needle${' y'.repeat(200)}`;
    const snippet = snippetOf(text, 'needle', 20);
    expect(snippet).toContain('needle');
    expect(snippet.length).toBeLessThan(60);
    expect(snippet.startsWith('…') && snippet.endsWith('…')).toBe(true);
  });

  it('shows the beginning when the words stand nowhere literally', () => {
    expect(snippetOf('short text', 'zzz')).toBe('short text');
  });

  it('normalizes the words it looks for', () => {
    expect(searchWordsOf('ＡＢＣ abc')).toEqual(['abc']);
  });
});
