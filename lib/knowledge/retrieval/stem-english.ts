const vowel = /[aeiouy]/;
const englishWord = /^[a-z]{4,}$/;
const doubled = /([bdfgmnprt])\1$/;
/** Consonants, one vowel, one consonant: what lost its `e` before the ending. */
const lostE = /^[^aeiou]+[aeiouy][^aeiouwxy]$/;

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(word)) return word;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function mended(stem: string): string {
  if (/(at|bl|iz)$/.test(stem) || lostE.test(stem)) return `${stem}e`;
  return doubled.test(stem) ? stem.slice(0, -1) : stem;
}

function withoutTense(word: string): string {
  const ending = ['ing', 'ed'].find((found) => word.endsWith(found));
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  return stem.length > 2 && vowel.test(stem) && !word.endsWith('eed') ? mended(stem) : word;
}

/**
 * What inflections of an English word have in common, or nearly: number and tense are taken off. The same on both sides
 * of a search, so it need not be a word. Everything else comes back as it is.
 */
export function stemEnglish(word: string): string {
  if (!englishWord.test(word)) return word;
  const stem = withoutTense(withoutPlural(word));
  // Written and unwritten final e fall together: `believe`, `believing`.
  return stem.length > 4 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}
