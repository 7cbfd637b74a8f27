/** What a model says in a recording, and what somebody read of it, delta by delta. */
export interface Said {
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
}

const endings = ['the', 'models', 'answer', '流', 'is', 'streams', 'with', 'tokens', '🙂', 'of', 'and', 's'];

/** Tokens that occur once each, so that none can be lost, doubled or moved unseen. */
function tokens(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${at === 0 ? '' : ' '}${at}:${endings[at % endings.length]}`);
}

export function longAnswer({ reasoning, text }: { reasoning: number; text: number }): Said {
  return { reasoning: tokens(reasoning), text: tokens(text) };
}

function checkTokens(kind: keyof Said, read: Said, expected: Said): void {
  const found = read[kind].join('');
  const wanted = expected[kind].join('');
  if (found === wanted) return;
  const there = found.split(' ');
  const at = wanted.split(' ').findIndex((token, place) => token !== there[place]);
  const counts = `${there.length} tokens for ${expected[kind].length}`;
  throw new Error(`${kind}: ${counts}, the first wrong one at ${at < 0 ? expected[kind].length : at}`);
}

/** Throws unless every token was read, once and in its place. */
export function checkSaid(read: Said, expected: Said): void {
  checkTokens('reasoning', read, expected);
  checkTokens('text', read, expected);
}
