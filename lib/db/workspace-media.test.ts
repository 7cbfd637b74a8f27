import { describe, expect, it } from 'vitest';
import { isPlainText, mediaTypeOf } from './workspace-media';
import { freePath } from './workspace-names';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('what a workspace holds', () => {
  it('is text, whatever its name says', () => {
    for (const text of ['', 'a,b\r\n1,2', '{"a":1}', '# 标题', '\ufeffa;b', '\u001b[31mred', '<svg onload="x()"/>']) {
      expect(isPlainText(bytes(text))).toBe(true);
    }
    const binary = [
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0x50, 0x4b, 0x03, 0x04],
      [0xff, 0xfe, 0x61],
      [0xff, 0xfe, 0x61, 0x00, 0x00, 0x00],
      [0xc3, 0x28],
      [0x61, 0x00],
      [...bytes('%PDF-1.7\nabc')],
    ];
    for (const found of binary) expect(isPlainText(new Uint8Array(found))).toBe(false);
  });

  it('is served as a type that no browser runs', () => {
    expect(
      ['a.csv', 'b/DATA.JSON', 'x.md', 'page.html', 'image.svg', 'x.constructor', 'noext'].map(mediaTypeOf),
    ).toEqual([
      'text/csv',
      'application/json',
      'text/markdown',
      'text/plain',
      'text/plain',
      'text/plain',
      'text/plain',
    ]);
  });

  it('gets a number when its name is taken', () => {
    expect(freePath('data.csv', new Set(['data.csv', 'data (2).csv']))).toBe('data (3).csv');
    expect(freePath('a/.env', new Set(['a/.env']))).toBe('a/.env (2)');
    expect(freePath('new.csv', new Set(['data.csv']))).toBe('new.csv');
  });
});
