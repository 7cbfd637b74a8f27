import type { CorpusQuery } from './queries';

/** The names a search gave for a question, best first, each once. */
export interface Answered {
  readonly query: CorpusQuery;
  readonly names: readonly string[];
}

export interface Quality {
  readonly questions: number;
  /** Share of the notes that answer a question and are among the first five, in %. */
  readonly recallAt5: number;
  /** One over the place of the first note that answers, among the first ten, in %. */
  readonly reciprocalRank: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function recallOf({ query, names }: Answered): number {
  const found = query.relevant.filter((name) => names.slice(0, 5).includes(name));
  return found.length / query.relevant.length;
}

function reciprocalRankOf({ query, names }: Answered): number {
  const at = names.slice(0, 10).findIndex((name) => query.relevant.includes(name));
  return at < 0 ? 0 : 1 / (at + 1);
}

export function measureRetrieval(answered: readonly Answered[]): Quality {
  return {
    questions: answered.length,
    recallAt5: 100 * mean(answered.map(recallOf)),
    reciprocalRank: 100 * mean(answered.map(reciprocalRankOf)),
  };
}
