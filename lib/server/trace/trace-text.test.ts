import { describe, expect, it } from 'vitest';
import { createRedactor } from '@/lib/crypto/redact';
import { TraceTexts } from './trace-text';

const key = `sk-${'a1b2'.repeat(10)}`;
const texts = () => new TraceTexts((text) => createRedactor().redact(text));

describe('TraceTexts', () => {
  it('leaves short texts as they are', () => {
    expect(texts().text('hello 👋', 100)).toEqual({ text: 'hello 👋', chars: 8, truncated: false });
  });

  it('keeps head and tail of a long one and says how long it was', () => {
    const shown = texts().text(`BEGIN${'x'.repeat(5_000)}END`, 400);
    expect(shown).toMatchObject({ chars: 5_008, truncated: true });
    expect([shown.text.startsWith('BEGIN'), shown.text.endsWith('END'), shown.text.length]).toEqual([true, true, 401]);
  });

  it('hides a key before it cuts, wherever the cut would fall', () => {
    for (let at = 250; at < 310; at += 3) {
      const { text } = texts().text(`${'x'.repeat(at)} ${key} ${'y'.repeat(2_000)}`, 400);
      expect(text).not.toMatch(/sk-|a1b2/);
    }
  });

  it('never cuts a character in two', () => {
    expect(texts().text('👋'.repeat(500), 201).text.isWellFormed()).toBe(true);
  });

  it('tells no more than one trace may hold, however many attempts there are', () => {
    const own = texts();
    const shown = Array.from({ length: 1_000 }, (_, index) => own.messageText(`m${index}`, 'z'.repeat(1_500), 1_500));
    expect(shown.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(602_000);
    expect([shown[0]?.truncated, shown.at(-1)?.truncated, shown.at(-1)?.chars]).toEqual([false, true, 1_500]);
  });

  it('says of what was kept in part that it is a part', () => {
    expect(texts().kept({ text: 'the begin', chars: 5_000 })).toEqual({
      text: 'the begin',
      chars: 5_000,
      truncated: true,
    });
    expect(texts().kept(undefined)).toEqual({ text: '', chars: 0, truncated: false });
  });

  it('cleans every text inside a value, and tells a huge one as a text', () => {
    const value = { list: [{ note: `uses ${key}` }], count: 3, none: null };
    const small = texts().value(value);
    expect(small.truncated).toBe(false);
    expect(JSON.stringify(small.value)).not.toContain('sk-');
    expect(small.value).toMatchObject({ count: 3, none: null });
    const huge = texts().value({ data: 'q'.repeat(900_000), key });
    expect([typeof huge.value, huge.truncated, String(huge.value).includes('sk-')]).toEqual(['string', true, false]);
    expect(String(huge.value).length).toBeLessThan(400_010);
  });
});
