/** Sets the words of a title apart from those of the text: a passage is found by both, each with its own weight. */
export const titleMark = '~';

/** Repetitions beyond this say nothing more. */
const maxRepetitions = 8;

/** Terms are letters, digits and marks; what else could end a quoted lexeme is left out all the same. */
const quoted = (term: string) => `'${term.replace(/['\\\0]/g, '')}'`;

/** A `tsvector` as text: each term as often as it occurs, the title's once more with its mark. */
export function tsvectorOf(terms: readonly string[], titleTerms: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const term of titleTerms) counts.set(`${titleMark}${term}`, 1);
  const lexemes = [...counts].map(([term, count]) => {
    const places = Array.from({ length: Math.min(count, maxRepetitions) }, (_, at) => at + 1);
    return `${quoted(term)}:${places.join(',')}`;
  });
  return lexemes.join(' ');
}

/** A `tsquery` for one term, as text. */
export function tsqueryOf({ term, isPrefix }: { readonly term: string; readonly isPrefix: boolean }): string {
  return `${quoted(term)}${isPrefix ? ':*' : ''}`;
}
