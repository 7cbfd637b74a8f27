import { describe, expect, it } from 'vitest';
import { findLooksOfTheirOwn } from '../../scripts/fences/looks.mjs';

const inCard = (text: string) => findLooksOfTheirOwn({ path: 'components/chat/card.tsx', text });

describe('the fence around looks', () => {
  it.each([
    ['a colour', '<p style={{ color: "#f59e0b" }} />'],
    ['a colour', '<p className="bg-[#1a1d27]" />'],
    ['a colour', 'const shade = `rgb(0 0 0 / 40%)`;'],
    ['a size', '<p className="text-[13px]" />'],
    ['a size', '<p className="sm:text-[0.8rem]" />'],
    ['a motion', '<p className="duration-[230ms]" />'],
    ['a format', 'new Date(time).toLocaleDateString()'],
    ['a format', "new Intl.NumberFormat('en').format(2)"],
  ])('finds %s of its own in %s', (kind, text) => {
    expect(inCard(`\n${text}`)).toEqual([
      expect.stringMatching(new RegExp(`^components/chat/card.tsx:2: .* is ${kind}`)),
    ]);
  });

  it('lets tokens, names and anchors be', () => {
    for (const text of [
      '<p className="bg-card text-sm text-[0.86em] animate-rise" />',
      '<a href="#content">…</a>',
      'this.#feed(rest); this.#add(1);',
      'const entity = "&#169;";',
      "const order = new Intl.Collator('en');",
      'query.trim().toLocaleLowerCase()',
    ])
      expect(inCard(text)).toEqual([]);
  });

  it('knows where colours and formats are made, and looks at nothing that nobody sees', () => {
    const color = ':root { --bg: #0f1117; }';
    expect(findLooksOfTheirOwn({ path: 'app/globals.css', text: color })).toEqual([]);
    expect(findLooksOfTheirOwn({ path: 'components/chat/chat.css', text: color })).toHaveLength(1);
    const format = "new Intl.DateTimeFormat('en')";
    expect(findLooksOfTheirOwn({ path: 'components/i18n/format.ts', text: format })).toEqual([]);
    for (const path of ['lib/server/search.ts', 'components/chat/card.test.tsx', 'app/api/files/route.ts'])
      expect(findLooksOfTheirOwn({ path, text: `${format} ${color}` })).toEqual([]);
  });
});
