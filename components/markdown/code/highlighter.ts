import type { createLowlight } from 'lowlight';
import { isRare } from './languages';

type Lowlight = ReturnType<typeof createLowlight>;

/** A piece of code and the class of its colour; without one it is plain. */
export interface CodeRun {
  readonly text: string;
  readonly className: string | null;
}

interface HighlightNode {
  readonly type: string;
  readonly value?: unknown;
  readonly children?: readonly HighlightNode[];
  readonly properties?: { readonly className?: unknown };
}

const colours: Readonly<Record<string, string>> = {
  keyword: 'text-code-keyword',
  built_in: 'text-code-name',
  type: 'text-code-name',
  literal: 'text-code-number',
  number: 'text-code-number',
  symbol: 'text-code-number',
  string: 'text-code-string',
  regexp: 'text-code-string',
  addition: 'text-code-string',
  deletion: 'text-red',
  comment: 'text-faint italic',
  quote: 'text-faint italic',
  doctag: 'text-faint',
  meta: 'text-faint',
  title: 'text-code-title',
  section: 'text-code-title',
  name: 'text-code-keyword',
  tag: 'text-dim',
  attr: 'text-code-name',
  attribute: 'text-code-name',
  variable: 'text-code-name',
  'template-variable': 'text-code-name',
  'selector-tag': 'text-code-keyword',
  'selector-id': 'text-code-title',
  'selector-class': 'text-code-title',
  link: 'text-code-string',
  bullet: 'text-code-keyword',
  subst: 'text-text',
};

/** The highlighter that knows a language: the common ones come with the first code, the others when one is met. */
async function highlighterFor(language: string): Promise<Lowlight | null> {
  const languages = await (isRare(language) ? import('./all-languages') : import('./common-languages'));
  const highlighter = await languages.highlighter;
  return highlighter.registered(language) ? highlighter : null;
}

function colourOf({ properties }: HighlightNode): string | null {
  const [first] = Array.isArray(properties?.className) ? properties.className : [];
  return typeof first === 'string' ? (colours[first.replace(/^hljs-/, '')] ?? null) : null;
}

function collectRuns(node: HighlightNode, className: string | null, runs: CodeRun[]): void {
  if (typeof node.value === 'string') {
    const last = runs.at(-1);
    if (last !== undefined && last.className === className)
      runs[runs.length - 1] = { text: last.text + node.value, className };
    else runs.push({ text: node.value, className });
  }
  const colour = node.type === 'element' ? (colourOf(node) ?? className) : className;
  for (const child of node.children ?? []) collectRuns(child, colour, runs);
}

/** Gives what colours a piece of this language, or null where nothing does. Colour is all that is taken over. */
export async function loadHighlighter(language: string): Promise<((code: string) => readonly CodeRun[]) | null> {
  const lowlight = await highlighterFor(language);
  if (lowlight === null) return null;
  return (code) => {
    const runs: CodeRun[] = [];
    collectRuns(lowlight.highlight(language, code), null, runs);
    return runs;
  };
}
