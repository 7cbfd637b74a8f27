import { readFileSync } from 'node:fs';

const dimensions = 256;
const conceptWeight = 1.3;
const wordWeight = 0.7;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const han = /\p{Script=Han}/u;
const emptyWords = new Set(
  'a an and are as at be by for from had has have he her his i if in is it its me my no not of on or our she so that the their them they this thou to upon was we were when which who will with would you your 的 了 我 你 他 是 在 也 都 有 和 不 之 而 以 其 于 者 为 曰 所'.split(
    ' ',
  ),
);

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** The same direction for the same name, in no relation to any other. */
function directionOf(name: string): Float64Array {
  let state = hashOf(name) || 1;
  return Float64Array.from({ length: dimensions }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 1) === 0 ? 1 : -1;
  });
}

const directions = new Map<string, Float64Array>();

function add(vector: Float64Array, name: string, weight: number): void {
  const direction = directions.get(name) ?? directionOf(name);
  directions.set(name, direction);
  for (let at = 0; at < dimensions; at += 1) vector[at] = (vector[at] ?? 0) + weight * (direction[at] ?? 0);
}

const stemOf = (word: string) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word);

interface Lexicon {
  readonly byWord: ReadonlyMap<string, readonly string[]>;
  /** What stands for a concept anywhere in a Chinese text. */
  readonly inText: readonly (readonly [text: string, concept: string])[];
}

function readLexicon(): Lexicon {
  const byWord = new Map<string, string[]>();
  const inText: [string, string][] = [];
  for (const line of readFileSync(new URL('./concepts.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    const names = line.split(' ');
    const concept = `concept ${names[0] ?? ''}`;
    for (const name of names) {
      if (han.test(name)) inText.push([name, concept]);
      else byWord.set(stemOf(name), [...(byWord.get(stemOf(name)) ?? []), concept]);
    }
  }
  return { byWord, inText };
}

const lexicon = readLexicon();

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike || emptyWords.has(segment)) continue;
    const word = stemOf(segment);
    count(word);
    for (const concept of lexicon.byWord.get(word) ?? []) count(concept);
  }
  for (const [part, concept] of lexicon.inText) {
    const times = text.split(part).length - 1;
    if (times > 0) counts.set(concept, (counts.get(concept) ?? 0) + times);
  }
  return counts;
}

/**
 * A stand-in for an embedding model: words point in directions of their own, and those of one concept, in either
 * language, share a second one. It knows some hundred concepts and no grammar, so it finds what words cannot and misses
 * what they can.
 */
export function embedConcepts(text: string): number[] {
  const vector = new Float64Array(dimensions);
  for (const [name, times] of countsOf(text.normalize('NFKC').toLowerCase())) {
    add(vector, name, (name.startsWith('concept ') ? conceptWeight : wordWeight) * Math.sqrt(times));
  }
  const length = Math.hypot(...vector) || 1;
  return Array.from(vector, (part) => part / length);
}
