import { describe, expect, it } from 'vitest';
import { folderLineOf, normaliseFolder } from './note-folder';

describe('a folder of notes', () => {
  it('has one spelling; nothing is none', () => {
    for (const given of ['', '  ']) expect(normaliseFolder(given)).toEqual({ ok: true, path: '' });
    for (const given of ['Work/Ideas', 'Work//Ideas/', './Work/Ideas']) {
      expect(normaliseFolder(given)).toEqual({ ok: true, path: 'Work/Ideas' });
    }
    expect(normaliseFolder('资料/re\u0301sume\u0301')).toEqual({ ok: true, path: '资料/r\u00e9sum\u00e9' });
  });

  it.each([
    '..',
    'a/../b',
    '/',
    '/etc',
    '\\\\host',
    'C:/x',
    'a\u0000',
    'a\nb',
    '\u202e',
    'a\uff0fb',
    '~/a',
    'nul',
    'a.',
  ])('is refused as %j', (given) => expect(normaliseFolder(given).ok).toBe(false));

  it('lies in those around it', () => {
    expect(folderLineOf('a/b/c')).toEqual(['a', 'a/b', 'a/b/c']);
    expect(folderLineOf('')).toEqual([]);
  });
});
