import { stemEnglish } from './stem-english';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const han = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC`;
/** Scripts without spaces in which pairs of characters mean little; the dictionary alone cuts them. */
const unspaced = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const letters = String.raw`\p{L}\p{N}\p{M}`;
/** Some signs belong to a script and are no letters. */
const runs = new RegExp(
  `[[${han}]&&[${letters}]]+|[[${unspaced}\\p{M}]&&[${letters}]]+|[[${letters}]--[${han}${unspaced}]]+`,
  'gv',
);
const isHan = new RegExp(`^[${han}]`, 'u');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Of a word that never ends, such as a key or an encoded picture, the beginning is enough. */
const maxWordChars = 64;
/** Runs are cut with a dictionary, in time that grows with their length. */
const maxRunChars = 2_000;

const maxQueryChars = 400;
const maxQueryTerms = 24;

/** Words that say nothing about what is looked for. */
const emptyWords = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from get had has have he her here him his how i if in
  into is it its just me may more my no not now of on or our out please she should so some than that the their them then there they this
  to up us was we were what when where which who why will with would you your find search tell show
  的 了 是 在 和 与 或 吗 呢 吧 啊 我 你 他 她 它 们 有 就 都 也 很 这 那 哪 谁 把 被 给 对 从 到 让 我们 你们 他们 什么 怎么 怎样 如何 为什么 哪些 哪里
  一个 这个 那个 可以 请 请问 关于 是否 有没有 一下 是什么 告诉`.split(/\s+/),
);

const normalise = (text: string) => text.normalize('NFKC').toLowerCase();

function* runsOf(text: string): Generator<string> {
  for (const [run] of normalise(text).matchAll(runs)) yield run;
}

function dictionaryWords(run: string): string[] {
  return [...segmenter.segment(run.slice(0, maxRunChars))].map(({ segment }) => segment);
}

/** Neighbours in pairs, and the last character alone, so that each one begins a term. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}

const plainWord = (run: string) => stemEnglish(run.slice(0, maxWordChars).toWellFormed());

/**
 * The terms of a text in order, repeated as they are repeated: words without their inflection, and for Chinese and
 * Japanese all pairs of neighbours together with the words the dictionary sees. It cuts one and the same phrase
 * differently in different sentences; pairs do not, and what is both counts twice.
 */
export function segmentWords(text: string): string[] {
  const terms: string[] = [];
  for (const run of runsOf(text)) {
    if (isHan.test(run)) {
      for (const pair of pairsOf(run)) terms.push(pair);
      for (const word of dictionaryWords(run)) if ([...word].length > 1) terms.push(word.slice(0, maxWordChars));
    } else if (isUnspaced.test(run)) terms.push(...dictionaryWords(run));
    else terms.push(plainWord(run));
  }
  return terms;
}

export interface QueryTerm {
  readonly term: string;
  /** Stands for all terms that begin with it. */
  readonly isPrefix: boolean;
}

/** The words of a Han run that say something, neighbours joined again. */
function tellingParts(run: string): string[] {
  const parts = [''];
  for (const word of dictionaryWords(run)) {
    if (emptyWords.has(word)) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${word}`);
  }
  return parts.filter((part) => part !== '');
}

function hanTerms(run: string): QueryTerm[] {
  const characters = [...run];
  if (characters.length === 1) return [{ term: run, isPrefix: true }];
  const long = dictionaryWords(run).filter((word) => [...word].length > 2);
  return [...pairsOf(run).slice(0, -1), ...long].map((term) => ({ term, isPrefix: false }));
}

function termsOf(query: string, isTelling: (word: string) => boolean): QueryTerm[] {
  const terms: QueryTerm[] = [];
  for (const run of runsOf(query)) {
    if (isHan.test(run)) for (const part of isTelling('的') ? [run] : tellingParts(run)) terms.push(...hanTerms(part));
    else if (isUnspaced.test(run)) terms.push(...dictionaryWords(run).map((term) => ({ term, isPrefix: false })));
    else if (isTelling(run)) terms.push({ term: plainWord(run), isPrefix: false });
  }
  return terms;
}

/** Shorter beginnings stand for too many words. */
const leastPrefixChars = 3;
/** What is longer is a question, and finished. */
const mostTypedWords = 3;

/** The last word as the beginning of one, while it may still be typed. */
function unfinishedTerm(query: string): QueryTerm[] {
  const words = [...runsOf(query)];
  const last = words.at(-1) ?? '';
  if (words.length > mostTypedWords) return [];
  const isOpen = /[\p{L}\p{N}\p{M}]$/u.test(query) && !isHan.test(last) && last.length >= leastPrefixChars;
  return isOpen ? [{ term: last.slice(0, maxWordChars).toWellFormed(), isPrefix: true }] : [];
}

/**
 * What to look for: the terms of a query without those that say nothing, unless there are no others. With `isTyped` its
 * last word may be the beginning of one.
 */
export function queryTermsOf(query: string, { isTyped = false } = {}): QueryTerm[] {
  const short = query.slice(0, maxQueryChars);
  const telling = termsOf(short, (word) => !emptyWords.has(word));
  const found = telling.length > 0 ? telling : termsOf(short, () => true);
  const all = isTyped ? [...unfinishedTerm(short), ...found] : found;
  const unique = new Map(all.map((each) => [`${each.term}${each.isPrefix ? '*' : ''}`, each]));
  return [...unique.values()].slice(0, maxQueryTerms);
}
