import { serve } from './serve.mjs';

const maxLineChars = 20_000;
const shownBefore = 80;
const shownChars = 300;

function patternOf({ query, isRegex, isCaseSensitive }) {
  const source = isRegex ? query : query.replace(/[\\^$.*+?()[\]{}|/]/g, (sign) => `\\${sign}`);
  return new RegExp(source, isCaseSensitive ? 'u' : 'iu');
}

function excerpt(line, at) {
  const from = Math.max(0, at - shownBefore);
  const text = line.slice(from, from + shownChars).toWellFormed();
  return `${from > 0 ? '…' : ''}${text}${from + shownChars < line.length ? '…' : ''}`;
}

function search(input) {
  const pattern = patternOf(input);
  const { text, limit } = input;
  const hits = [];
  for (let from = 0, number = 1; from < text.length; number += 1) {
    const feed = text.indexOf('\n', from);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(from, Math.min(end, from + maxLineChars)).replace(/\r$/, '');
    const at = line.search(pattern);
    if (at >= 0 && hits.length >= limit) return { hits, hasMore: true };
    if (at >= 0) hits.push({ line: number, text: excerpt(line, at) });
    from = end + 1;
  }
  return { hits, hasMore: false };
}

serve(search);
