import { describe, expect, it } from 'vitest';
import { escapeHidden, splitHidden } from './visible-text';

const shown = (text: string) =>
  splitHidden(text)
    .map((piece) => (piece.isHidden ? `[${piece.text}]` : piece.text))
    .join('');

describe('visible text', () => {
  it.each([
    ['rm\u202e txt.exe', 'rm[U+202E] txt.exe'],
    ['a\u200bb\u0000c', 'a[U+200B]b[U+0000]c'],
    ['\u001b[2K', '[U+001B][2K'],
    ['x\u{e0041}', 'x[U+E0041]'],
    ['\u3164\u00ad\ufeff\u2028', '[U+3164][U+00AD][U+FEFF][U+2028]'],
    ['a\r\nb', 'a[U+000D]\nb'],
    ['plain\ttext\n中文 ünï', 'plain\ttext\n中文 ünï'],
  ])('shows %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('keeps the value of JSON when it escapes', () => {
    const value = { path: 'a\u202eb\u{e0041}', text: 'two\nlines' };
    const json = escapeHidden(JSON.stringify(value, null, 2));
    expect(json).toContain('\\u202e');
    expect(JSON.parse(json)).toEqual(value);
  });
});
