import { createLowlight, type LanguageFn } from 'lowlight';

/** ms: a page answers within a frame, whatever is prepared meanwhile. */
const turn = 8;

/** A highlighter of these languages. Each has to read its grammar, so they are taken in turns. */
export async function registerLanguages(grammars: Readonly<Record<string, LanguageFn>>) {
  const highlighter = createLowlight();
  let begunAt = performance.now();
  for (const [name, grammar] of Object.entries(grammars)) {
    highlighter.register(name, grammar);
    if (performance.now() - begunAt < turn) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    begunAt = performance.now();
  }
  return highlighter;
}
