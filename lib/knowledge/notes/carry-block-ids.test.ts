import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteBlock } from '@/lib/ir';
import { createNoteText } from '.';

function counting() {
  let count = 0;
  return createNoteText(() => {
    count += 1;
    return `nb_${count}`;
  });
}
const idsByText = (blocks: readonly NoteBlock[]) => Object.fromEntries(blocks.map(({ id, text }) => [text, id]));

describe('the id of a block', () => {
  it('outlives what is added, removed, moved and changed around it', () => {
    const text = counting();
    const before = text.build('# A\n\none\n\ntwo\n\nthree', []);
    const ids = idsByText(before);
    const after = idsByText(text.build('new\n\n# A\n\nthree\n\ntwo', before));
    expect([after['# A'], after.two, after.three]).toEqual([ids['# A'], ids.two, ids.three]);
    expect(Object.values(ids)).not.toContain(after.new);
  });

  it('outlives a change of the block itself, also of several at once', () => {
    const text = counting();
    const before = text.build('The first sentence here.\n\nAnother one stands there.\n\n- list\n- of things', []);
    const after = text.build(
      'The first sentence is here.\n\nAnother one stood there.\n\nNew.\n\n- list\n- of other things',
      before,
    );
    const [first, second, fresh, list] = after.map(({ id }) => id);
    expect([first, second, list]).toEqual(before.map(({ id }) => id));
    expect(before.map(({ id }) => id)).not.toContain(fresh);
  });

  it('stays with the place when the only block between two others is written anew', () => {
    const text = counting();
    const before = text.build('# A\n\nold words\n\n# B', []);
    expect(text.build('# A\n\nSomething else entirely\n\n# B', before)[1]?.id).toBe(before[1]?.id);
  });

  it('stays with its place among equal ones', () => {
    const text = counting();
    const before = text.build('same\n\nsame\n\nsame', []);
    expect(text.build('same\n\nother\n\nsame', before)).toMatchObject(before.map(({ id }) => ({ id })));
    expect(text.build('same\n\nsame\n\nsame\n\nsame', before).slice(0, 3)).toEqual(before);
  });

  it('is unique, and kept for as many equal blocks as there were', () => {
    const paragraphs = fc.array(fc.constantFrom('a', 'b', 'c', '# h', '- x', 'long words that change a little'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(paragraphs, paragraphs, (old, fresh) => {
        const text = counting();
        const before = text.build(old.join('\n\n'), []);
        const after = text.build(fresh.join('\n\n'), before);
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
        expect(text.build(old.join('\n\n'), before)).toEqual(before);
        const known = new Set(before.map(({ id }) => id));
        for (const said of new Set(after.map((block) => block.text))) {
          const count = (blocks: readonly NoteBlock[]) => blocks.filter((block) => block.text === said);
          const kept = count(after).filter(({ id }) => known.has(id)).length;
          expect(kept).toBeGreaterThanOrEqual(Math.min(count(before).length, count(after).length));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is found in a long note in little time', () => {
    const text = counting();
    const paragraphs = Array.from({ length: 4000 }, (_, index) => `Paragraph ${index} of a long note.`);
    const before = text.build(paragraphs.join('\n\n'), []);
    const started = performance.now();
    const after = text.build(paragraphs.map((line) => `${line} Changed.`).join('\n\n'), before);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});

describe('an edit of a note', () => {
  const text = counting();
  const content = '# A\r\n\r\none\r\n\r\ntwo';
  const blocks = text.build(content, []);
  const idOf = (said: string) => idsByText(blocks)[said] ?? '';

  it('replaces one block and leaves every other character alone', () => {
    const apply = (said: string, to: string) =>
      text.apply(content, { kind: 'block', blockId: idOf(said), content: to }, blocks);
    expect(apply('one', 'ONE\nand more')).toBe('# A\r\n\r\nONE\nand more\n\r\ntwo');
    expect(apply('two', 'TWO')).toBe('# A\r\n\r\none\r\n\r\nTWO');
    expect(apply('one', '')).toBe('# A\r\n\r\ntwo');
    expect(text.apply(content, { kind: 'block', blockId: 'nb_none', content: 'x' }, blocks)).toBeNull();
  });

  it('puts a new paragraph at the end', () => {
    const append = (before: string) => text.apply(before, { kind: 'append', content: 'more' }, []);
    expect(['', 'a', 'a\n', 'a\n\n', 'a\r\n\r\n'].map(append)).toEqual([
      'more',
      'a\n\nmore',
      'a\n\nmore',
      'a\n\nmore',
      'a\r\n\r\nmore',
    ]);
  });
});
