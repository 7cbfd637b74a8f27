/** What the provider says when it is asked for Markdown: a section of everything, some 400 tokens, over and over. */
const section = `
## Part ~ of the answer

A paragraph with **strong** and *slanted* words, \`code\`, a [link](https://example.org/page) and a formula $a_~ = b^2$ in it,
long enough to be broken into several lines on any screen that people read such answers on, and then some words more.

- One thing, **first**
- Another thing
  - with something below it
- A third thing, which is longer than the others and says what nobody asked

\`\`\`ts
export async function part~(input: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const word of input) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts; // counted
}
\`\`\`

| Name | Value | Note |
|---|---:|---|
| alpha | 1 | the first of them |
| beta | 22 | the second |
| gamma | 333 | \`and\` the third |

1. Do this
2. Then that

> A remark on part ~ that somebody made.

$$
\\int_0^~ x \\, dx = \\frac{~^2}{2}
$$
`;

const pieces = section.match(/\s*[^\s]{1,5}/g) ?? [];

/** The token at a place of the answer. */
export function markdownToken(at: number): string {
  const piece = pieces[at % pieces.length] ?? '';
  return piece.replaceAll('~', String(Math.floor(at / pieces.length) + 1));
}
