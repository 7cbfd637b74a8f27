import 'server-only';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hanRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
const notWord = /[^\p{L}\p{N}\p{M}]+/u;

/** A tsvector holds 1 MB at most; longer texts are searchable by their beginning. */
const maxIndexedChars = 100_000;
const maxQueryChars = 400;
const maxQueryTerms = 32;

const normalize = (text: string) => text.normalize('NFKC').toLowerCase();

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push(...segment.split(notWord).filter((word) => word !== ''));
  }
  return words;
}

/** Every pair of neighbours in a run, and its last character, so that any part of the run is found by its beginning. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/**
 * What is indexed with the `simple` configuration. The dictionary cuts Chinese differently in different sentences, so
 * its words are joined by all pairs of neighbouring characters.
 */
export function searchTextOf(text: string): string {
  const normalized = normalize(text.slice(0, maxIndexedChars));
  const tokens = new Set(wordsOf(normalized));
  for (const [run] of normalized.matchAll(hanRun)) for (const pair of pairsOf(run)) tokens.add(pair);
  return [...tokens].join(' ');
}

/** The words a person looks for, normalized, for finding the place of a hit in a text. */
export function searchWordsOf(query: string): string[] {
  return [...new Set(wordsOf(normalize(query)))].slice(0, maxQueryTerms);
}

function termsOf(query: string): string[] {
  const terms = new Set<string>();
  const normalized = normalize(query.slice(0, maxQueryChars));
  for (const word of wordsOf(normalized)) if (!han.test(word)) terms.add(word);
  for (const [run] of normalized.matchAll(hanRun)) {
    const pairs = pairsOf(run);
    for (const pair of pairs.length > 1 ? pairs.slice(0, -1) : pairs) terms.add(pair);
  }
  return [...terms].slice(0, maxQueryTerms);
}

/** A text for `to_tsquery('simple', …)`: all words, each as a beginning; null when nothing can be looked for. */
export function searchQueryOf(query: string): string | null {
  const terms = termsOf(query).map((term) => `'${term}':*`);
  return terms.length === 0 ? null : terms.join(' & ');
}

/** The same for a whole sentence of which any word may hit; meant to be ranked. */
export function anyWordQueryOf(query: string): string | null {
  const terms = termsOf(query).map((term) => `'${term}'`);
  return terms.length === 0 ? null : terms.join(' | ');
}

/** The surroundings of the first hit in one line, for a list of results. */
export function snippetOf(text: string, query: string, radius = 80): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const lower = flat.toLowerCase();
  const places = [query.trim().toLowerCase(), ...searchWordsOf(query)]
    .filter((word) => word !== '')
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const at = places[0] ?? 0;
  const start = Math.max(0, at - radius);
  const end = Math.min(flat.length, at + radius);
  return `${start > 0 ? '…' : ''}${flat.slice(start, end)}${end < flat.length ? '…' : ''}`;
}
