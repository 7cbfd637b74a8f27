import { describe, expect, it } from 'vitest';
import { loadHighlighter } from './highlighter';
import { isRare, languageOf } from './languages';
import { mayHighlight, sliceCode } from './slices';

describe('coloured code', () => {
  it.each([
    ['ts', 'const a = `x`; // <script>alert(1)</script>'],
    ['html', '<script>alert("1")</script><!-- x -->'],
    ['haskell', 'main = putStrLn "x" -- y'],
    ['diff', '+ a\n- b'],
  ])('says what the code says: %s', async (language, code) => {
    const highlight = await loadHighlighter(language);
    const runs = highlight?.(code) ?? [];
    expect(runs.map(({ text }) => text).join('')).toBe(code);
    expect(runs.some(({ className }) => className !== null)).toBe(true);
  });

  it('needs a language that is known', async () => {
    expect(await loadHighlighter('nonsense')).toBeNull();
    expect(['', 'text', '<script>', 'a b', 'x'.repeat(31)].map(languageOf)).toEqual([null, null, null, null, null]);
    expect(languageOf('constructor')).toBe('constructor');
    expect(languageOf('Vue')).toBe('xml');
    expect([isRare('haskell'), isRare('typescript')]).toEqual([true, false]);
  });

  it('is coloured in slices, cut between things that begin at the margin, and not at all when it is long', () => {
    const unit = 'function a() {\n  return 1;\n}\n\n';
    const code = unit.repeat(1200);
    const slices = sliceCode(code);
    expect(slices.join('')).toBe(code);
    expect(slices.length).toBeGreaterThan(2);
    for (const slice of slices) expect(slice.startsWith('function a') && slice.length <= 12_000).toBe(true);
    expect(sliceCode('x'.repeat(30_000)).map(({ length }) => length)).toEqual([12_000, 12_000, 6000]);
    expect([mayHighlight(code), mayHighlight('x'.repeat(100_001)), mayHighlight('\n'.repeat(5000))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
