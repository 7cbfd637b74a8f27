import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteBlock } from '@/lib/ir';
import { chunkFile, chunkMessage, chunkNote } from './chunk';

const block = (id: string, text: string, more: Partial<NoteBlock> = {}): NoteBlock => ({
  id,
  kind: 'paragraph',
  heading: [],
  text,
  startLine: 1,
  endLine: 1,
  ...more,
});
const rangeOf = (anchor: string) => {
  const [, first, last] = /^L(\d+)-L(\d+)$/.exec(anchor) ?? [];
  return [Number(first), Number(last)] as const;
};
const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r\n', '茶', '😀', 'word '), maxLength: 6_000 });

describe('passages of a note', () => {
  it('join short blocks below the same headings and are named after the first', () => {
    const heading = ['Trips', 'Japan'];
    const blocks = [
      block('h1', '# Trips', { kind: 'heading' }),
      block('h2', '## Japan', { kind: 'heading', heading: ['Trips'] }),
      block('p1', 'Kyoto in spring.', { heading }),
      block('p2', 'Nara too.', { heading }),
      block('r', '---', { kind: 'rule', heading }),
      block('h3', '# Money', { kind: 'heading' }),
      block('p3', 'x'.repeat(790), { heading: ['Money'] }),
      block('p4', 'More of it.', { heading: ['Money'] }),
    ];
    expect(chunkNote(blocks).map(({ anchor, heading: above, text }) => [anchor, above, text.length])).toEqual([
      ['p1', 'Trips › Japan', 'Kyoto in spring.\n\nNara too.'.length],
      ['p3', 'Money', 790],
      ['p4', 'Money', 11],
    ]);
  });

  it('keep a heading with nothing below it, and nothing that says nothing', () => {
    const blocks = [block('h', '# Ideas', { kind: 'heading' }), block('p', '***'), block('e', '')];
    expect(chunkNote(blocks).map(({ anchor }) => anchor)).toEqual(['h']);
  });

  it('cut a long block without losing or splitting a character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = chunkNote([block('b', `x${text}`)]);
        expect(parts.every((part) => part.text.length <= 1_500 && part.text.isWellFormed())).toBe(true);
        const kept = parts.map((part) => part.text).join('');
        expect(`x${text}`.replace(/[\s😀]/gu, '').startsWith(kept.replace(/[\s😀]/gu, '').slice(0, 1_000))).toBe(true);
      }),
    );
  });
});

describe('passages of a file', () => {
  it('hold whole lines in order, none twice, and say where they stand', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = text.split(/\r\n|\n|\r/);
        let before = 0;
        for (const { anchor, text: part } of chunkFile(text)) {
          const [first, last] = rangeOf(anchor);
          expect(first >= before && last >= first && last <= lines.length).toBe(true);
          expect(part.length).toBeLessThanOrEqual(1_500);
          const whole = lines.slice(first - 1, last).join('\n');
          expect(first === last ? whole.includes(part) : whole.trimEnd() === part).toBe(true);
          before = first === last ? first : last + 1;
        }
      }),
    );
  });

  it('leave out no line with a word', () => {
    const lines = Array.from({ length: 300 }, (_, at) => `line${at} ${'z'.repeat(at % 90)}`);
    const passages = chunkFile(lines.join('\n'));
    const seen = passages.flatMap(({ text }) => text.split('\n'));
    expect(seen).toEqual(lines);
    expect(passages.length).toBeGreaterThan(10);
  });

  it('stop at a bound, whatever the size', () => {
    expect(chunkFile('x'.repeat(5_000_000)).length).toBe(800);
    expect(chunkFile('').length).toBe(0);
    expect(chunkFile('\n \n***\n').length).toBe(0);
  });
});

describe('passages of a message', () => {
  it('all lead to the message', () => {
    const passages = chunkMessage(
      'msg_1',
      Array.from({ length: 40 }, (_, at) => `Paragraph ${at}. ${'y'.repeat(150)}`).join('\n\n'),
    );
    expect(new Set(passages.map(({ anchor }) => anchor))).toEqual(new Set(['msg_1']));
    expect(passages.length).toBeGreaterThan(3);
  });
});
