const MOST_MARKED = 200;

/** What to look for, the longest first: all of it as it was written, else each of its words. */
export function wantedOf(find: string): readonly (readonly string[])[] {
  const whole = find.trim().toLocaleLowerCase();
  if (whole === '') return [];
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  const words = [...segmenter.segment(whole)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  return [[whole], [...new Set(words)]];
}

/** Where one of the words begins, from left to right; nothing is found twice. */
export function* placesOf(text: string, words: readonly string[]): Generator<{ at: number; length: number }> {
  const lower = text.toLocaleLowerCase();
  // A letter may get longer in lower case: then places in one text are not those in the other.
  if (lower.length !== text.length) return;
  let from = 0;
  while (from < lower.length) {
    const hits = words.map((word) => ({ at: lower.indexOf(word, from), length: word.length }));
    const first = hits.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at || b.length - a.length)[0];
    if (first === undefined) return;
    yield first;
    from = first.at + first.length;
  }
}

function rangesOf(root: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < MOST_MARKED; node = walker.nextNode()) {
    for (const { at, length } of placesOf(node.textContent ?? '', words)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Where a text that was looked for stands in an element. */
export function foundIn(root: Element, find: string): readonly Range[] {
  for (const words of wantedOf(find)) {
    const ranges = rangesOf(root, words);
    if (ranges.length > 0) return ranges;
  }
  return [];
}

/** Marks these places and no others; the page itself does not change for it. */
export function markFound(ranges: readonly Range[]): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete('found');
  else CSS.highlights.set('found', new Highlight(...ranges));
}
