import type { Embedder } from '../ports';

const dimensions = 64;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

function placeOf(word: string): number {
  let hash = 2_166_136_261;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % dimensions;
}

/** Deterministic and offline: each word of a text raises one place of its vector. */
export const embedWords: Embedder = async ({ texts }) =>
  texts.map((text) => {
    const vector = new Array<number>(dimensions).fill(0);
    for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase())) {
      if (!isWordLike) continue;
      const place = placeOf(segment);
      vector[place] = (vector[place] ?? 0) + 1;
    }
    return vector;
  });
